fn main() {
    let v = "1,2".split(',').map(str::parse::<i32>).collect::<Result<Vec<_>, _>>().unwrap();
    println!("{:?} {}", v, <Vec<u8> as IntoIterator>::into_iter(vec![1]).sum::<u8>());
}
