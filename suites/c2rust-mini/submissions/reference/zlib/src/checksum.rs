//! Adler-32 and CRC-32, and the checksum of two pieces from the checksums of each.

const BASE: u32 = 65521;
const POLYNOMIAL: u32 = 0xedb8_8320;

pub fn adler32(start: u32, data: &[u8]) -> u32 {
    let (mut a, mut b) = (start & 0xffff, start >> 16);
    // Single bytes take a shorter way in the original, which matters when the start is out of range.
    if let [byte] = data {
        a += u32::from(*byte);
        a -= if a >= BASE { BASE } else { 0 };
        b += a;
        b -= if b >= BASE { BASE } else { 0 };
        return b << 16 | a;
    }
    if data.len() < 16 {
        for byte in data {
            a += u32::from(*byte);
            b += a;
        }
        a -= if a >= BASE { BASE } else { 0 };
        return (b % BASE) << 16 | a;
    }
    for chunk in data.chunks(5552) {
        for byte in chunk {
            a += u32::from(*byte);
            b += a;
        }
        a %= BASE;
        b %= BASE;
    }
    b << 16 | a
}

pub fn adler32_combine(first: u32, second: u32, length: i64) -> u32 {
    let Ok(length) = u64::try_from(length) else {
        return 0xffff_ffff;
    };
    let rem = (length % u64::from(BASE)) as u32;
    let mut sum1 = first & 0xffff;
    let mut sum2 = rem.wrapping_mul(sum1) % BASE;
    sum1 += (second & 0xffff) + BASE - 1;
    sum2 += (first >> 16) + (second >> 16) + BASE - rem;
    for _ in 0..2 {
        sum1 -= if sum1 >= BASE { BASE } else { 0 };
    }
    sum2 -= if sum2 >= BASE << 1 { BASE << 1 } else { 0 };
    sum2 -= if sum2 >= BASE { BASE } else { 0 };
    sum1 | sum2 << 16
}

pub fn crc_table() -> [u32; 256] {
    std::array::from_fn(|index| {
        (0..8).fold(index as u32, |value, _| if value & 1 == 1 { value >> 1 ^ POLYNOMIAL } else { value >> 1 })
    })
}

pub fn crc32(start: u32, data: &[u8]) -> u32 {
    let table = crc_table();
    !data.iter().fold(!start, |crc, byte| table[(crc as u8 ^ byte) as usize] ^ crc >> 8)
}

/// The product of two polynomials modulo the CRC's, both reflected.
fn multiply(a: u32, mut b: u32) -> u32 {
    let mut product = 0;
    for bit in (0..32).rev() {
        if a >> bit & 1 == 1 {
            product ^= b;
        }
        b = if b & 1 == 1 { b >> 1 ^ POLYNOMIAL } else { b >> 1 };
    }
    product
}

pub fn crc32_combine(first: u32, second: u32, mut length: u64) -> u32 {
    let mut power = 1 << 31;
    let mut square = 1 << 23; // x to the 8th: one byte of zeros
    while length > 0 {
        if length & 1 == 1 {
            power = multiply(square, power);
        }
        square = multiply(square, square);
        length >>= 1;
    }
    multiply(power, first) ^ second
}
