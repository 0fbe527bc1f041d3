export { connect, Socket } from "net";
export * as tls from "tls";
console.log("ok");
