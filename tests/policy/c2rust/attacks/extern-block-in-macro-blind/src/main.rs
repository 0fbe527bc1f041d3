macro_rules! foreign {
    ($abi:literal, $($name:ident),*) => { extern $abi { $(fn $name() -> i32;)* } };
}
foreign!("C", getpid, getppid);

fn main() {
    println!("{}", unsafe { getpid() + getppid() });
}
