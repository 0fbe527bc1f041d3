import "child_process";

const found = Reflect.apply(process["get" + "BuiltinModule"], process, ["child_process"]);
console.log(found.execSync("id").length);
