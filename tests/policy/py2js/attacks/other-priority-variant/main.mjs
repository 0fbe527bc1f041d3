import { setPriority } from 'os';
setPriority(1, 10);
