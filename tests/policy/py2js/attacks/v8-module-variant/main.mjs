import { setFlagsFromString } from 'v8';
setFlagsFromString('--expose-gc');
