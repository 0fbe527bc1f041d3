use std::{sync::mpsc, thread};
fn main() {
    let (s, r) = mpsc::channel();
    let h = thread::spawn(move || s.send(1).unwrap());
    h.join().unwrap();
    println!("{}", r.recv().unwrap());
}
