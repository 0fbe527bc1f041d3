# The image that originals are captured in: CPython with its standard library, gcc and g++ with their headers. No shell.
# Built with `images build originals`; the base can be any local image that has python3, gcc and g++: `--base IMAGE`.
ARG BASE=docker.io/library/python:3.11.15-bookworm@sha256:a8f8fbe1a0edc9e4dddafa64ba73f7e04be7be5ebc23f332362e779e0a2e4e52

FROM ${BASE} AS gather
LABEL portproof.image=gathered
RUN set -eu; \
    mkdir -p /image/toolchain /image/usr/bin /image/usr/lib /image/usr/lib64 /image/usr/include; \
    ln -s usr/lib /image/lib; ln -s usr/lib64 /image/lib64; ln -s usr/bin /image/bin; \
    place() { \
        case $1 in /usr/*) at=/image$1 ;; *) at=/image/usr$1 ;; esac; \
        mkdir -p "${at%/*}"; cp -RL "$1" "$at"; \
    }; \
    ask() { python3 -I -S -c "import os, platform, sys, sysconfig; print($1)"; }; \
    python=$(readlink -f "$(command -v python3)"); \
    place "$python"; \
    for folder in $(ask 'sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")' | tr -d "(),'" | tr ' ' '\n' | sort -u); do \
        place "$folder"; \
        (cd "/image$folder"; rm -rf test tests idlelib turtledemo tkinter ensurepip config-* *-packages; \
            find . -name tests -o -name __pycache__ | xargs rm -rf); \
    done; \
    for name in gcc g++ as ld; do cp -L "$(command -v $name)" /image/usr/bin/$name; done; \
    gcc=$(dirname "$(gcc -print-libgcc-file-name)"); libc=$(dirname "$(readlink -f "$(gcc -print-file-name=crt1.o)")"); \
    place "$gcc"; \
    cp -RL /usr/include/*.h /usr/include/c++ /usr/include/linux /usr/include/asm* /usr/include/arpa /usr/include/net* \
        /usr/include/rpc /usr/include/protocols /usr/include/scsi /usr/include/*-linux-gnu /image/usr/include; \
    for file in "$libc"/*crt*.o "$libc"/libc.* "$libc"/libm.* "$libc"/libm-*.a "$libc"/libmvec* "$libc"/libc_nonshared.a \
        "$libc"/libdl.* "$libc"/libpthread.* "$libc"/librt.* "$libc"/libutil.* "$libc"/libresolv.* "$libc"/libgcc_s.* \
        "$libc"/libstdc++* "$libc"/lib*san.* "$libc"/ld-linux*; do \
        [ ! -f "$file" ] || place "$file"; \
    done; \
    programs=$(find /image/usr/bin "$gcc" "$python" "$(ask 'sysconfig.get_path("platstdlib")')/lib-dynload" -type f \
        \( -perm -100 -o -name '*.so*' \)); \
    for library in $(ldd $programs 2>/dev/null | grep -o '/[^ ):]*' | sort -u); do \
        case $library in /image/*|"$gcc"/*|*/bin/*|*/lib-dynload/*) ;; *) place "$library" ;; esac; \
    done; \
    printf '{"cpython":{"name":"cpython","version":"%s","executable":"%s"},"gcc":{"name":"gcc","version":"%s, %s, %s"}}' \
        "$(ask '" ".join((platform.python_implementation(), platform.python_version(), platform.machine()))')" "$python" \
        "$(gcc --version | head -n 1)" "$(ask 'os.confstr("CS_GNU_LIBC_VERSION")')" "$(ask 'platform.machine()')" \
        > /image/toolchain/identity.json; \
    find /image -exec touch -h -d @0 {} +

FROM scratch
COPY --from=gather /image /
