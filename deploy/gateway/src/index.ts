export { createGateway, type Gateway } from './createGateway.ts';
export type { GatewayOptions } from './gatewayOptions.ts';
export type { Listening } from './http/listen.ts';
export type { Backend, Fetcher } from './backend.ts';
