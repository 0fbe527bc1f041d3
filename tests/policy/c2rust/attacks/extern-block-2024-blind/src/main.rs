unsafe extern "C" {
    safe fn abs(n: i32) -> i32;
    unsafe fn getpid() -> i32;
}

fn main() {
    println!("{} {}", abs(-1), unsafe { getpid() });
}
