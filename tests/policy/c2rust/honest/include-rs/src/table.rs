pub const TABLE: [u8; 2] = [1, 2];
