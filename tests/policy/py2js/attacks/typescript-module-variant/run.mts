import { spawnSync } from "node:child_process";
export const run = (x: string): number | null => spawnSync(x).status;
