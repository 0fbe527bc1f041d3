console.log((eval)(`6 * ${process.argv.length}`));
