import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { RefusedError } from '@masomo/domain/refusals';
import { sentence } from '@masomo/domain/sentences';
import {
  canarySchema,
  diffReleases,
  endCanary,
  promote,
  rollback,
  startCanary,
  type RegistryState,
  type ReleaseStore,
} from '@masomo/release';
import type { Fetcher } from '../backend.ts';
import type { SignedCookies } from '../http/signedCookies.ts';
import type { LiveRegistry } from '../registry/followRegistry.ts';
import { setEarlyAccess } from '../registry/visitors.ts';
import { findCaller, canRelease, type Caller } from './findCaller.ts';
import { openUploads } from './openUploads.ts';
import { readReleaseStatus } from './readReleaseStatus.ts';
import { refuse, refuseUnknownCaller } from './refuse.ts';

type Options = {
  store: ReleaseStore;
  folder: string;
  rest: Fetcher;
  publishableKey: string;
  liveRegistry: LiveRegistry;
  cookies: SignedCookies;
};

const maxFileBytes = 16 * 1024 * 1024;
const actionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('promote'), app: z.string(), version: z.string() }),
  z.object({ action: z.literal('rollback'), app: z.string(), abandon: z.string().optional() }),
  z.object({
    action: z.literal('canary'),
    app: z.string(),
    version: z.string(),
    percent: z.number().min(0).max(100),
    roles: canarySchema.shape.roles,
  }),
  z.object({ action: z.literal('end-canary'), app: z.string() }),
]);
type Action = z.infer<typeof actionSchema>;

function runAction(store: ReleaseStore, action: Action, by: string): Promise<RegistryState> {
  switch (action.action) {
    case 'promote':
      return promote(store, [action], { by });
    case 'rollback':
      return rollback(store, action.app, { by, ...(action.abandon ? { abandon: action.abandon } : {}) });
    case 'canary':
      return startCanary(store, action.app, { version: action.version, percent: action.percent, roles: action.roles }, { by });
    case 'end-canary':
      return endCanary(store, action.app, { by });
  }
}

const noStore = { 'cache-control': 'no-store' };
const mayNotRelease = (c: Context, caller: Caller, app: string) =>
  refuse(c, 'release.not_yours', sentence('{team} may not release {app}.', { team: caller.name, app }), 403);

/**
 * The release API under `/_releases/`: teams' pipelines and the Releases screen publish, promote, start canaries and roll back. Every
 * request names its caller by a bearer token, so another site's page can do nothing here with a visitor's cookies.
 */
export function addReleaseApi(app: Hono, { store, folder, rest, publishableKey, liveRegistry, cookies }: Options): void {
  const uploads = openUploads(store, folder);
  type Handler = (c: Context, caller: Caller) => Promise<Response>;
  const withCaller = (handle: Handler) => async (c: Context) => {
    const caller = await findCaller(c.req.header('authorization'), folder, rest, publishableKey);
    return caller ? handle(c, caller) : refuseUnknownCaller(c);
  };
  const withOwner = (handle: Handler) =>
    withCaller(async (c, caller) => {
      const name = c.req.param('app') ?? '';
      return canRelease(caller, name) ? handle(c, caller) : mayNotRelease(c, caller, name);
    });
  const refuseOnError = async (c: Context, work: () => Promise<Response>) =>
    work().catch((error: unknown) =>
      error instanceof RefusedError
        ? c.json(error.refusal, 409, noStore)
        : refuse(c, 'release.failed', error instanceof Error ? error.message : String(error), 409),
    );

  app.get(
    '/_releases/status',
    withCaller(async (c) => c.json(await readReleaseStatus(store), 200, noStore)),
  );

  app.get(
    '/_releases/diff/:app/:from/:to',
    withCaller(async (c) => {
      const { app: name = '', from = '', to = '' } = c.req.param();
      const [before, after] = await Promise.all([store.readRelease(name, from), store.readRelease(name, to)]);
      return before && after
        ? c.json(diffReleases(before, after), 200, noStore)
        : refuse(c, 'release.not_found', 'One of these releases is no longer published.', 404);
    }),
  );

  app.post(
    '/_releases/actions',
    bodyLimit({ maxSize: 4_096 }),
    withCaller(async (c, caller) => {
      const action = actionSchema.safeParse(await c.req.json().catch(() => null));
      if (!action.success)
        return refuse(
          c,
          'release.unknown_request',
          sentence('Unknown request: {problem}', { problem: z.prettifyError(action.error) }),
          400,
        );
      if (!canRelease(caller, action.data.app)) return mayNotRelease(c, caller, action.data.app);
      return refuseOnError(c, async () => {
        const { revision } = await runAction(store, action.data, caller.name);
        liveRegistry.invalidate();
        return c.json({ revision }, 200, noStore);
      });
    }),
  );

  const tooLarge = (c: Context) => refuse(c, 'release.too_large', 'A release file can be at most 16 MB.', 413);
  app.put(
    '/_releases/uploads/:app/:version/:path{.+}',
    bodyLimit({ maxSize: maxFileBytes, onError: tooLarge }),
    withOwner(async (c) => {
      const { app: name = '', version = '', path = '' } = c.req.param();
      const content = new Uint8Array(await c.req.arrayBuffer());
      return refuseOnError(c, async () => {
        await uploads.put(name, version, path, content);
        return c.body(null, 204);
      });
    }),
  );
  app.post(
    '/_releases/uploads/:app/:version',
    withOwner(async (c) => {
      const { app: name = '', version = '' } = c.req.param();
      return refuseOnError(c, async () => {
        await uploads.finish(name, version);
        return c.json({ app: name, version }, 201, noStore);
      });
    }),
  );

  app.put(
    '/_releases/early',
    withCaller(async (c) => {
      setEarlyAccess(c, cookies, true);
      return c.body(null, 204);
    }),
  );
  app.delete('/_releases/early', async (c) => {
    setEarlyAccess(c, cookies, false);
    return c.body(null, 204);
  });
}
