import { flagsAndOperands, texts } from "./lib/args.mjs";
import { COMPACT } from "./lib/encode.mjs";
import { Failure, run } from "./lib/out.mjs";
import { rewrite } from "./lib/rewrite.mjs";

const USAGE = "usage: canonical [--stream] [--lines] [--] [JSON...]";

/** One text a line; what follows the last newline is one if there is any. */
function lines({ data }) {
  const found = [];
  for (let start = 0; start < data.length; ) {
    const newline = data.indexOf(10, start);
    const end = newline < 0 ? data.length : newline;
    found.push({ data: data.subarray(start, end), place: `line ${found.length + 1}` });
    start = end + 1;
  }
  return found;
}

run((words) => {
  const { given, operands } = flagsAndOperands(words, ["--stream", "--lines"], USAGE);
  if (given.has("--lines") && operands.length > 0) throw new Failure(USAGE, 2);
  const found = texts(operands);
  for (const text of given.has("--lines") ? lines(found[0]) : found) {
    rewrite(text, COMPACT, { stream: given.has("--stream") });
  }
});
