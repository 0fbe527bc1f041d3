#![cfg_attr(all(), debugger_visualizer(natvis_file = "../../../../../../etc/passwd"))]
fn main() {
    println!("1");
}
