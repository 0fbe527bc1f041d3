export const run = eval;
