console.log(await (await fetch('http://127.0.0.1/')).text());
