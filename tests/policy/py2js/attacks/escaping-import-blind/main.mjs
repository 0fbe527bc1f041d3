export { answer } from "./lib/.././../beside.mjs";
