const pattern = /\b(?:eval|Function|require\(['"]child_process['"]\)|process\.binding)\b/g;
console.log('use eval or Function'.match(pattern).join());
