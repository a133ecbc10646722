export { createGateway, type Gateway } from './createGateway.ts';
export type { Listening } from './http/listen.ts';
export type { Backend, Fetcher } from './backend.ts';
