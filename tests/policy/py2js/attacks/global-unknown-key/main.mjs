console.log(globalThis[process.argv[2]]('1'));
