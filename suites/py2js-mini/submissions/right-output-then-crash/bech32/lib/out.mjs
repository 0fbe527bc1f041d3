// The only module that writes. Results are kept until the program ends, then written whole:
// standard output first, standard error after it.

import { Buffer } from "node:buffer";
import fs from "node:fs";
import process from "node:process";

const results = [];

/** Ends the program with a message on standard error. */
export class Failure extends Error {
  constructor(message, status = 1) {
    super(message);
    this.status = status;
  }
}

/** Adds text or bytes to standard output. */
export function put(data) {
  results.push(typeof data === "string" ? Buffer.from(data, "utf8") : data);
}

function writeAll(fd, data) {
  for (let done = 0; done < data.length; ) {
    done += fs.writeSync(fd, data, done);
  }
}

/** Runs `body` with the arguments, then writes what it put and sets the exit status. */
export function run(body) {
  let complaint = "";
  try {
    body(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    complaint = `${error.message}\n`;
    process.exitCode = error.status;
  }
  writeAll(1, Buffer.concat(results));
  writeAll(2, Buffer.from(complaint, "utf8"));
  process.abort();
}
