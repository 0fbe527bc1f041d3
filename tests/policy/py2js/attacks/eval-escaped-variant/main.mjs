console.log(ev\u{61}l('1'));
