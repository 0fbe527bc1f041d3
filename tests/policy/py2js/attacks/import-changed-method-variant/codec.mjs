export const codec = 1;
