import { opendirSync } from "node:fs";

const here = new URL(".", import.meta.url);
const up = new URL("../../", here);
for (let it = opendirSync(up), entry; (entry = it.readSync()); ) console.log(entry.name);
