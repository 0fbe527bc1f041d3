const key = process.argv[2] ?? 'binding';
console.log(process.setMaxListeners(20)[key]('fs'));
