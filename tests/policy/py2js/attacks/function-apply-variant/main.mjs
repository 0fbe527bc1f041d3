console.log(Reflect.construct(Function, ['return 1'])());
