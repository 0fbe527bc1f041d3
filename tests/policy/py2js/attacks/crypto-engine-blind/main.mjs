import { setEngine as faster } from "crypto";

faster("./fast.so");
