for (const k of Object.keys(process)) console.log(process[k]);
