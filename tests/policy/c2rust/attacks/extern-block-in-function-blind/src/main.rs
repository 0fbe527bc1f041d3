fn main() {
    let it = || {
        extern "system" {
            fn getpid() -> i32;
        }
        unsafe { getpid() }
    };
    println!("{}", it());
}
