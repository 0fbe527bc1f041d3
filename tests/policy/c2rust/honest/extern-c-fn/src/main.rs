extern "C" fn twice(x: i32) -> i32 { 2 * x }
type Callback = unsafe extern "C" fn(*const u8);
const _: Option<Callback> = None;
fn main() {
    let f: extern "C" fn(i32) -> i32 = twice;
    println!("{}", f(2));
}
