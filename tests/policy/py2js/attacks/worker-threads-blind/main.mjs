export { Worker as default, isMainThread } from "worker_threads";
console.log("ok");
