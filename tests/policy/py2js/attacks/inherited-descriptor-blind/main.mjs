import { createReadStream } from "node:fs";

const FIRST = 3;
for (const fd of [FIRST, FIRST + 1]) createReadStream("", { fd }).on("error", () => {}).on("data", (part) => console.log(part));
