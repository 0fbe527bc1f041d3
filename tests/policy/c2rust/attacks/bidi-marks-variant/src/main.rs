fn main() {
    // ⁦
}
