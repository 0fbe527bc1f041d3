const { mainModule = {} } = process;
console.log(mainModule?.require?.("net"));
