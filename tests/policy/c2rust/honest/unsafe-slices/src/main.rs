fn main() {
    let v = vec![1u8, 2, 3];
    let p = v.as_ptr();
    let s = unsafe { std::slice::from_raw_parts(p.add(1), 2) };
    println!("{:?} {:?}", s, unsafe { std::str::from_utf8_unchecked(b"abc") });
}
