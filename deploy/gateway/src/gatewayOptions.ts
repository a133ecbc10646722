import type { Logger } from 'pino';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import type { ReleaseStore } from '@masomo/release';
import type { TrustedProxies } from './http/clientAddress.ts';
import type { Backend } from './backend.ts';
import type { PurgeOptions } from './operation/startPurging.ts';
import type { RenderLimits } from './render/startRenderer.ts';
import type { Tracing } from './tracing/tracing.ts';

export type GatewayOptions = {
  store: ReleaseStore;
  /** Folder of the teams' tokens and unfinished uploads; without it nothing can be released over HTTP. */
  releases?: string;
  /** Key for signed cookies and links, the same on every gateway of an installation; by default a random one for this process. */
  signingKey?: string;
  backend: Backend;
  config: RuntimeConfig;
  log: Logger;
  /** Origin that visitors use, for canonical addresses; by default the request's own. */
  origin?: string;
  /** Proxies in front that are trusted to name the visitor's address; by default the connection's peer counts. */
  trustedProxies?: TrustedProxies;
  /** The CDN in front, which is purged when public pages change. */
  purge?: PurgeOptions;
  /** Receives the spans of requests; without it nothing is traced. */
  tracing?: Tracing | undefined;
  /** Limits of renders that differ from the usual ones. */
  renderLimits?: Partial<RenderLimits>;
  /** True when visitors reach the gateway through TLS: responses then carry HSTS. */
  tls?: boolean;
  /** True for a static host: documents carry their data and start immediately. */
  selfContained?: boolean;
  /** True during development: open pages reload after a release. */
  dev?: boolean;
};
