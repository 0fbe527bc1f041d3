# The toolchain image of the track py2js: Node and the shared libraries that it needs. No shell, no package manager.
# Built with `images build py2js`; the base can be any local image that has node: `images build py2js --base IMAGE`.
ARG BASE=docker.io/library/node:24.19.0-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df

FROM ${BASE} AS gather
LABEL portproof.image=gathered
RUN set -eu; \
    node=$(readlink -f "$(command -v node)"); \
    mkdir -p /image/toolchain /image/usr/lib /image/usr/lib64; \
    ln -s usr/lib /image/lib; ln -s usr/lib64 /image/lib64; \
    cp "$node" /image/toolchain/node; \
    for library in $(ldd "$node" | grep -o '/[^ )]*'); do \
        place=/image/usr/${library#/usr/}; case $library in /lib*) place=/image/usr$library ;; esac; \
        mkdir -p "${place%/*}"; cp -L "$library" "$place"; \
    done; \
    printf '{"node":{"name":"node","version":"%s","sha256":"%s"}}' \
        "$("$node" --version | tr -d v)" "$(sha256sum < "$node" | cut -d ' ' -f 1)" > /image/toolchain/identity.json; \
    find /image -exec touch -h -d @0 {} +

FROM scratch
COPY --from=gather /image /
