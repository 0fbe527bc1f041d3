// café
fn main() {
    println!("ok"); /* ÿ */
}
