import { fork as split } from "node:child_process";

export { split as helper };
