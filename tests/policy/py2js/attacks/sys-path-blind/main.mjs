import { readFile } from "node:fs";

readFile(Buffer.from("/sys/class/net/lo/address"), "latin1", (_, text) => console.log(text));
