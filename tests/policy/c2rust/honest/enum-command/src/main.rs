#[derive(Clone, Copy)]
enum Command {
    Push(i32),
    #[allow(dead_code)]
    Exit,
}
fn main() {
    let c = Command::Push(1);
    match c {
        Command::Push(n) => println!("push {n}"),
        Command::Exit => std::process::exit(1),
    }
}
