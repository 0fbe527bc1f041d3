import inspector from 'node:inspector';
new inspector.Session().connect();
