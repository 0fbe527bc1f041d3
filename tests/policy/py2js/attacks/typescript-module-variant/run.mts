export const run = (x: number): number => x;
