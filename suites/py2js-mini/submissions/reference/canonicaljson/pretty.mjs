import { flagsAndOperands, texts } from "./lib/args.mjs";
import { PRETTY } from "./lib/encode.mjs";
import { run } from "./lib/out.mjs";
import { rewrite } from "./lib/rewrite.mjs";

const USAGE = "usage: pretty [--stream] [--] [JSON...]";

run((words) => {
  const { given, operands } = flagsAndOperands(words, ["--stream"], USAGE);
  for (const text of texts(operands)) rewrite(text, PRETTY, { stream: given.has("--stream") });
});
