eval('1');
