import './lib/.mjs';
