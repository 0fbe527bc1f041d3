import { execSync } from "node:child_process";
export const run = (): void => void execSync("id");
