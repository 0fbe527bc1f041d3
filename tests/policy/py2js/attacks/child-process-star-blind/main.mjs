import { tools } from "./tools.mjs";

tools.execSync("id");
