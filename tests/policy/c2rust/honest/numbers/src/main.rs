fn main() {
    println!("{} {} {} {:?}", 1.0f64.max(2.), 0x1F_u32, 1e3, (0..3).map(|x| x.min(1)).collect::<Vec<u8>>());
    let t = ((1, 2), 3);
    println!("{}", t.0.1);
}
