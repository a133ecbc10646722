import type { Logger } from 'pino';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import type { ReleaseStore } from '@masomo/release';
import type { TrustedProxies } from './http/clientAddress.ts';
import type { Backend } from './backend.ts';
import type { PurgeOptions } from './operation/startPurging.ts';
import type { Tracing } from './tracing/tracing.ts';

export type GatewayOptions = {
  store: ReleaseStore;
  /** Folder with the teams' tokens and builds on their way in; without it nothing can be released over HTTP. */
  releases?: string;
  /** Key of what is signed for browsers, the same on every gateway of the product; without it, one that ends with the process. */
  signingKey?: string;
  backend: Backend;
  config: RuntimeConfig;
  log: Logger;
  /** Origin that visitors use, for canonical addresses; without it the one of the request is taken. */
  origin?: string;
  /** Proxies in front whose word about a visitor's address counts; without them the connection's own counts. */
  trustedProxies?: TrustedProxies;
  /** A CDN in front that is told when public pages change. */
  purge?: PurgeOptions;
  /** Where spans of requests go; without it nothing is traced. */
  tracing?: Tracing | undefined;
  /** True when visitors reach the gateway through TLS: answers then carry HSTS. */
  tls?: boolean;
  /** True for a host of files: documents carry their data and start at once. */
  selfContained?: boolean;
  /** True while developing: open pages reload after a release. */
  dev?: boolean;
};
