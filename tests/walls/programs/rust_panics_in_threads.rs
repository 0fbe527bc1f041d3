// tries: to end by a panic in a thread that the first one waits for, with others running on
// expect: exit 101
use std::thread;

fn main() {
    for _ in 0..4 {
        thread::spawn(|| loop {
            thread::yield_now();
        });
    }
    thread::spawn(|| panic!("no")).join().expect("a panic is passed on");
}
