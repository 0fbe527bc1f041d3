console.log(Function('return 1')());
