console.log(Function.prototype.call.call(Function, null, "return 6 * 7")());
