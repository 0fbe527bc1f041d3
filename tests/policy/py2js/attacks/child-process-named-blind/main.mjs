import { "exec" as later } from "node:child_process";

later("id", (_, text) => console.log(text));
