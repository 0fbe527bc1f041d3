const { getBuiltinModule: g } = globalThis.process;
g('child_process').execSync('id');
