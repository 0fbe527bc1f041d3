import { Script, createContext } from "vm";

console.log(new Script("6 * 7").runInContext(createContext({})));
