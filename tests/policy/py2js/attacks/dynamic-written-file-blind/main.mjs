import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

await writeFile("made.mjs", "export default 42");
const it = await import(pathToFileURL("made.mjs").href);
console.log(it.default);
