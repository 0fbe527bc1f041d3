console.log(process.on('exit', () => {}).binding('fs'));
