export const f = (x) => x.getBuiltinModule('child_process');
