export * from "./deep.mjs";
