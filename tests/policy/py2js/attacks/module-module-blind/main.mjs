import Module, { "createRequire" as make } from "module";

console.log(typeof make(import.meta.url)("net").connect, Module.builtinModules.length);
