import { Session } from "inspector/promises";

const it = new Session();
it.connect();
console.log(await it.post("Runtime.evaluate", { expression: "6 * 7" }));
