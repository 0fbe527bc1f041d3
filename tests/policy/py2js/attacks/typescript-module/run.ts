export const run = (): void => {};
