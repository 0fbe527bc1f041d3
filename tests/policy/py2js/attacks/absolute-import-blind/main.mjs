export { table as default } from "/usr/local/lib/tables/rounds.mjs";
console.log("ready");
