pub const N: u8 = 1;
