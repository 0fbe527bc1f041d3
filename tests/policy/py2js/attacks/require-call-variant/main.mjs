const load = require;
load('fs');
