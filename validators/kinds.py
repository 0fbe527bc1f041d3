"""What kind of file some bytes are, by content and never by name."""

from __future__ import annotations

# Offsets and magic numbers: each format's own specification, as `file` knows them too.
MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x7fELF", "an ELF executable or library"),
    (0, b"\xfe\xed\xfa\xce", "a Mach-O executable"),
    (0, b"\xfe\xed\xfa\xcf", "a Mach-O executable"),
    (0, b"\xce\xfa\xed\xfe", "a Mach-O executable"),
    (0, b"\xcf\xfa\xed\xfe", "a Mach-O executable"),
    (0, b"\xca\xfe\xba\xbe", "Java byte code or a fat Mach-O executable"),
    (0, b"\x00asm", "WebAssembly"),
    (0, b"!<arch>\n", "a static library"),
    (0, b"!<thin>\n", "a static library"),
    (0, b"BC\xc0\xde", "LLVM bit code"),
    (0, b"rust\x00\x00", "Rust metadata"),
    (0, b"PK\x03\x04", "a ZIP archive"),
    (0, b"PK\x05\x06", "a ZIP archive"),
    (0, b"\x1f\x8b", "gzip data"),
    (0, b"BZh", "bzip2 data"),
    (0, b"\xfd7zXZ\x00", "xz data"),
    (0, b"\x28\xb5\x2f\xfd", "Zstandard data"),
    (0, b"\x04\x22\x4d\x18", "LZ4 data"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (0, b"Rar!\x1a\x07", "a RAR archive"),
    (257, b"ustar", "a tar archive"),
    (0, b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (0, b"\xff\xd8\xff", "a JPEG image"),
    (0, b"GIF87a", "a GIF image"),
    (0, b"GIF89a", "a GIF image"),
    (0, b"SQLite format 3\x00", "a SQLite database"),
    (0, b"%PDF-", "a PDF document"),
    (0, b"\x1bLua", "Lua byte code"),
    (0, b"\xde\xc0\x17\x0b", "LLVM bit code"),
)
TEXT_MAGIC = {
    "a PDF document",
    "bzip2 data",
    "a GIF image",
    "a tar archive",
}  # also how a text may begin: they need a byte that no text has


def kind(data: bytes) -> str:
    """What a file's bytes are, as a phrase; empty where they are UTF-8 text without NUL bytes."""
    head = data[:512]
    text = _is_text(data)
    for offset, magic, name in MAGIC:
        if head[offset : offset + len(magic)] == magic and not (text and name in TEXT_MAGIC):
            return name
    if head[:2] == b"MZ" and not text:
        return "a Windows executable"
    if head[2:4] == b"\r\n" and not text:
        return "Python byte code"
    if head[8:12] == b"WEBP" and head[:4] == b"RIFF":
        return "a WebP image"
    if text:
        return ""
    return "data with NUL bytes" if b"\0" in data else "data that is not UTF-8 text"


def _is_text(data: bytes) -> bool:
    if b"\0" in data:
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
