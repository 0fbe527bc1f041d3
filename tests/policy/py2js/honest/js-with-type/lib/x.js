export const x = 'js';
