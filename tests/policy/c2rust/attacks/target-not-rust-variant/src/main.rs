fn main() {
    port::f();
}
