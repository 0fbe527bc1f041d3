const words = ['eval', 'Function', 'require', 'child_process', 'process.binding', 'WebAssembly', "import('fs')"];
for (const word of words) console.log(word);
