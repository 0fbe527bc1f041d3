#![debugger_visualizer(gdb_script_file = "/etc/hostname")]
fn main() {
    println!("1");
}
