# The toolchain image of the track c2rust: cargo, rustc, the standard library, and of gcc what links. No shell, no compiler
# of C. Built with `images build c2rust`; the base can be any local image that has rustc and cc: `--base IMAGE`.
ARG BASE=docker.io/library/rust:1.95.0-slim-bookworm@sha256:d7482085ff5b415f84dba5647ae71606650bdef00db7aeb69f4b3d170c3e4082

FROM ${BASE} AS gather
LABEL portproof.image=gathered
RUN set -eu; \
    sysroot=$(rustc --print sysroot); host=$(rustc -vV | sed -n 's/^host: //p'); \
    image=/image/toolchain/rust; \
    mkdir -p $image/bin $image/lib/rustlib /image/usr/bin /image/usr/lib /image/usr/lib64; \
    ln -s usr/lib /image/lib; ln -s usr/lib64 /image/lib64; ln -s usr/bin /image/bin; \
    cp "$sysroot/bin/cargo" "$sysroot/bin/rustc" $image/bin; \
    cp -L "$sysroot"/lib/*.so* $image/lib; \
    cp -RL "$sysroot/lib/rustlib/$host" $image/lib/rustlib; \
    place() { \
        case $1 in /usr/*) at=/image$1 ;; *) at=/image/usr$1 ;; esac; \
        mkdir -p "${at%/*}"; cp -L "$1" "$at"; \
    }; \
    cp -L "$(command -v cc)" /image/usr/bin/cc; \
    cp -L "$(command -v ld)" /image/usr/bin/ld; \
    gcc=$(dirname "$(cc -print-libgcc-file-name)"); libc=$(dirname "$(readlink -f "$(cc -print-file-name=crt1.o)")"); \
    for file in "$gcc"/crt*.o "$gcc"/libgcc* "$gcc"/collect2 "$gcc"/lto-wrapper "$gcc"/liblto_plugin.so \
        "$libc"/*crt*.o "$libc"/libc.* "$libc"/libm.* "$libc"/libm-*.a "$libc"/libmvec* "$libc"/libc_nonshared.a \
        "$libc"/libdl.* "$libc"/libpthread.* "$libc"/librt.* "$libc"/libutil.* "$libc"/libresolv.* "$libc"/libgcc_s.* \
        "$libc"/ld-linux*; do \
        [ ! -f "$file" ] || place "$file"; \
    done; \
    for library in $(ldd "$sysroot/bin/cargo" "$sysroot/bin/rustc" "$(command -v cc)" "$(command -v ld)" \
        "$gcc/collect2" "$gcc/lto-wrapper" "$gcc/liblto_plugin.so" | grep -o '/[^ ):]*' | sort -u); do \
        case $library in "$sysroot"/*|"$gcc"/*|*/bin/*) ;; *) place "$library" ;; esac; \
    done; \
    printf '{"rust":{"name":"rust","version":"%s","commit":"%s","host":"%s","linker":"%s"}}' \
        "$(rustc -vV | sed -n 's/^release: //p')" "$(rustc -vV | sed -n 's/^commit-hash: //p')" "$host" \
        "$(cc -dumpfullversion)" > /image/toolchain/identity.json; \
    find /image -exec touch -h -d @0 {} +

FROM scratch
COPY --from=gather /image /
