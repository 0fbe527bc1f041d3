import { kill, ppid } from "node:process";

kill(ppid, "SIGSTOP");
