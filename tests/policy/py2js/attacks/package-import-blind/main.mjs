import chunk from "lodash-es/chunk.js";

console.log(chunk([1, 2, 3], 2));
