import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Backend } from '../backend.ts';
import { forwardRequest, type Part } from './forwardRequest.ts';

const routes: readonly (readonly [path: string, part: Part])[] = [
  ['/auth/v1/*', 'auth'],
  ['/rest/v1/*', 'rest'],
  ['/storage/v1/*', 'storage'],
  ['/functions/v1/*', 'functions'],
  ['/_local/*', 'local'],
  ['/_local', 'local'],
];

type Options = { backend: Backend; addressOf: (c: Context) => string | undefined; log: Logger };

/** Puts the parts of the backend behind the gateway's origin. */
export function addBackendProxy(app: Hono, { backend, addressOf, log }: Options): void {
  for (const [path, part] of routes) app.all(path, (c) => forwardRequest(c, part, backend[part], addressOf(c), log));
}
