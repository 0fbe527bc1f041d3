const m = await import(['process', 'child'].reverse().join('_'));
m.exec('id');
