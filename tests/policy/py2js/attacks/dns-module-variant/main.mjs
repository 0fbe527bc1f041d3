import { Resolver } from 'dns';
new Resolver();
