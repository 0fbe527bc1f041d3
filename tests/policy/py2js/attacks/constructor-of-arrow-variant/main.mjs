console.log(new (function () {}.constructor)('return 1')());
