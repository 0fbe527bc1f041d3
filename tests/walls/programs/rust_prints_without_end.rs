// tries: to print lines without end, as an honest program with a wrong loop does
// expect: limit stdout
fn main() {
    for number in 0u64.. {
        println!("line {number}");
    }
}
