import net from 'node:net';
net.connect(80, 'example.org');
