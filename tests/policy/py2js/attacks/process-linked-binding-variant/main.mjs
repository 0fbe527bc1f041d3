import p from 'node:process';
p['_linked' + 'Binding']('x');
