use std::process;
fn main() {
    let process = 3;
    let net = process + 1;
    println!("{process} {}", net);
    if net == 9 { process::exit(1) }
}
