const m = await import(atob('Y2hpbGRfcHJvY2Vzcw=='));
m.exec('id');
