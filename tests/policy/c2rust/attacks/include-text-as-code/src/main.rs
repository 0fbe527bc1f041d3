include!("code.txt");
