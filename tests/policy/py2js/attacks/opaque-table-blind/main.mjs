import { gunzipSync } from "node:zlib";
import table from "./table.mjs";

console.log(table.length, typeof gunzipSync);
