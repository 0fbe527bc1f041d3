enum Op { Push(i64), Add }
fn main() {
    let mut stack = vec![];
    for op in [Op::Push(1), Op::Push(2), Op::Add] {
        match op {
            Op::Push(n) => stack.push(n),
            Op::Add => { let a = stack.pop().unwrap(); let b = stack.pop().unwrap(); stack.push(a + b) }
        }
    }
    println!("{stack:?}");
}
