// tries: to fill a vector without end
// expect: limit memory
// limits: memory_bytes=67108864
fn main() {
    let mut pieces = Vec::new();
    loop {
        let mut piece: Vec<u8> = Vec::new();
        if piece.try_reserve_exact(1 << 20).is_ok() {
            piece.resize(1 << 20, 1);
            pieces.push(piece);
        }
    }
}
