import { start as talk, REPLServer } from "repl";

talk({ prompt: "" }).context.x = REPLServer;
