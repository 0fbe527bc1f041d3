import './.x/a.mjs';
