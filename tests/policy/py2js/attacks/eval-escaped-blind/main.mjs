console.log(e\u{76}\u0061l("6 * 7"));
