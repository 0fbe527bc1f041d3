import { Script } from 'vm';
new Script('1').runInThisContext();
