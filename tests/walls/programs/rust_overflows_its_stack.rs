// tries: to recurse without end, which Rust's own handler ends with an abort where it can see /proc
// expect: signal SIGABRT or signal SIGSEGV
fn deeper(depth: u64) -> u64 {
    let room = std::hint::black_box([depth; 512]);
    if depth == u64::MAX { 0 } else { deeper(depth + 1) + room[7] }
}

fn main() {
    println!("{}", deeper(0));
}
