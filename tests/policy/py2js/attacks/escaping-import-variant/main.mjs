import './lib/a.mjs';
