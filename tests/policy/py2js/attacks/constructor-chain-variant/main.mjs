console.log([]['constructor']['constructor']('return 1')());
