console.log(Function.apply(null, ['return 1'])());
