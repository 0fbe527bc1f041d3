import { exec } from '\u{63}hild\u005fprocess';
exec('id');
