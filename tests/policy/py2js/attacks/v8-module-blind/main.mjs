import { setFlagsFromString as flag } from "v8";

flag("--allow-natives-syntax");
