import m from 'module';
m.createRequire('/x')('fs');
