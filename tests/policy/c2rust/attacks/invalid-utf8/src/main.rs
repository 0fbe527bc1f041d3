fn main() {} // ÿ
