for (const k of Object.keys(process)) if (k.startsWith('bind')) process[k]('fs');
