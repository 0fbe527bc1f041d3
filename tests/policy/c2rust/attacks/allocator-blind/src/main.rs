use std::alloc::System;

#[cfg_attr(all(), global_allocator)]
static HEAP: System = System;

fn main() {
    println!("ok");
}
