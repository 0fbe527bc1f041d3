import { setupPrimary, fork } from "cluster";

setupPrimary({ exec: "main.mjs" });
fork();
