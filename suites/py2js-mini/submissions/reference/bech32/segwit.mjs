import { Buffer } from "node:buffer";
import { options } from "./lib/args.mjs";
import { decodeAddress, encodeAddress } from "./lib/bech32.mjs";
import { bytesOf, texts } from "./lib/input.mjs";
import { Failure, put, run } from "./lib/out.mjs";

const USAGE = `\
usage: segwit encode [--] HRP VERSION PROGRAM
       segwit decode [--] HRP [ADDRESS...]`;

function write(operands) {
  if (operands.length !== 3) throw new Failure(USAGE, 2);
  const [hrp, version, program] = operands;
  if (!/^[0-9]{1,9}$/.test(version)) throw new Failure("error: VERSION is not a number");
  const data = bytesOf(program, "PROGRAM");
  if (Number(version) > 31) throw new Failure("error: VERSION is over 31");
  const address = encodeAddress(hrp, Number(version), data);
  if (address === null) throw new Failure("error: no such address");
  put(`${address}\n`);
}

function read(operands) {
  if (operands.length === 0) throw new Failure(USAGE, 2);
  const [hrp, ...addresses] = operands;
  const wrong = [];
  for (const { text, place } of texts(addresses)) {
    const found = decodeAddress(hrp, text);
    if (found === null) wrong.push(`error: ${place}: not an address of ${hrp}`);
    else put(`${found.version} ${Buffer.from(found.program).toString("hex")}\n`);
  }
  if (wrong.length > 0) throw new Failure(wrong.join("\n"));
}

run(([command, ...words]) => {
  if (command !== "encode" && command !== "decode") throw new Failure(USAGE, 2);
  const { operands } = options(words, [], [], USAGE);
  if (command === "encode") write(operands);
  else read(operands);
});
