use std::process as p;
mod m { include!("../inc/body.rs"); }
fn main() { m::f(); }
