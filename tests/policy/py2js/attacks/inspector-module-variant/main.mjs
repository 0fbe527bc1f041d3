import { Session } from 'inspector/promises';
new Session().connect();
