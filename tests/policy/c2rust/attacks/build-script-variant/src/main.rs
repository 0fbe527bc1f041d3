fn main() {
    
}
