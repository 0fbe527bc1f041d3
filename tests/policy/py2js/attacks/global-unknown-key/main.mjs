console.log(globalThis[process.argv[2]]);
