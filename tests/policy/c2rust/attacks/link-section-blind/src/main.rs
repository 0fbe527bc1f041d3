#[cfg_attr(target_os = "linux", link_section = ".init_array")]
#[used]
static FIRST: extern "C" fn() = { extern "C" fn go() {} go };

fn main() {
    println!("ok");
}
