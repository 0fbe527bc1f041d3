export const NAME = 'child_process';
