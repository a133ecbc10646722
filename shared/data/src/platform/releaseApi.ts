import { translatable } from '@masomo/domain/translatable';
import * as z from '@masomo/data/zod';
import type { SupabaseClient } from '@supabase/supabase-js';
import { DataError, type DataErrorKind } from '@masomo/data';
import { refusedAnswer } from '../refusedAnswer.ts';

const eventSchema = z.object({
  revision: z.number(),
  at: z.string(),
  by: z.string(),
  action: z.enum(['promote', 'rollback', 'canary', 'end-canary']),
  app: z.string(),
  version: z.string(),
  from: z.optional(z.string()),
  reason: z.optional(z.string()),
});
const statusSchema = z.object({
  revision: z.number(),
  apps: z.array(
    z.object({
      app: z.string(),
      live: z.string(),
      fallback: z.nullable(z.string()),
      canary: z.nullable(z.object({ version: z.string(), percent: z.number(), roles: z.array(z.string()) })),
      versions: z.array(z.object({ version: z.string(), publishedAt: z.string(), bytes: z.number() })),
    }),
  ),
  history: z.array(eventSchema),
});
const changesSchema = z.object({ added: z.array(z.string()), removed: z.array(z.string()) });
const diffSchema = z.object({
  files: z.extend(changesSchema, { changed: z.array(z.string()) }),
  bytes: z.number(),
  needs: changesSchema,
  offers: changesSchema,
  routes: changesSchema,
});

/** An entry of the release history. */
export type ReleaseEvent = z.infer<typeof eventSchema>;
/** What is published and what is served, app by app, with the history. */
export type ReleaseStatus = z.infer<typeof statusSchema>;
/** Differences between two versions of an app; `bytes` is the difference in size. */
export type ReleaseDiff = z.infer<typeof diffSchema>;

/** What a super admin can do with a version. */
export type ReleaseAction =
  | { action: 'rollback'; app: string; abandon: string }
  | { action: 'promote'; app: string; version: string }
  | { action: 'canary'; app: string; version: string; percent: number; roles: string[] }
  | { action: 'end-canary'; app: string };

/** The signed-in person's client, for its access token. */
type AuthClient = Pick<SupabaseClient, 'auth'>;

const kindByStatus: Record<number, DataErrorKind> = {
  400: 'invalid',
  401: 'not-allowed',
  403: 'not-allowed',
  404: 'not-found',
  409: 'conflict',
};

/** Calls the gateway's release API as the signed-in person; throws a classified DataError. */
async function callReleaseApi(client: AuthClient, path: string, init: RequestInit = {}): Promise<unknown> {
  const { data } = await client.auth.getSession();
  const response = await fetch(`/_releases/${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${data.session?.access_token ?? ''}` },
  }).catch((cause: unknown) => {
    throw new DataError('unavailable', translatable('The server cannot be reached. Check your connection and try again.'), { cause });
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  const refusal = refusedAnswer(body);
  throw new DataError(
    kindByStatus[response.status] ?? 'unavailable',
    refusal?.said ?? translatable('The releases cannot be read right now. Try again in a moment.'),
    refusal ? { code: refusal.code, outcome: 'failed' } : {},
  );
}

/** Reads what is published and live; super admins only. */
export async function getReleaseStatus(client: AuthClient): Promise<ReleaseStatus> {
  return statusSchema.parse(await callReleaseApi(client, 'status'));
}

/** Compares two versions of an app; super admins only. */
export async function getReleaseDiff(
  client: AuthClient,
  { app, from, to }: { app: string; from: string; to: string },
): Promise<ReleaseDiff> {
  return diffSchema.parse(await callReleaseApi(client, `diff/${[app, from, to].map(encodeURIComponent).join('/')}`));
}

/** Carries out an action; resolves to the registry's new revision. Throws `conflict` or `invalid` when the gateway refuses it. */
export async function runReleaseAction(client: AuthClient, action: ReleaseAction): Promise<number> {
  const body = await callReleaseApi(client, 'actions', { method: 'POST', body: JSON.stringify(action) });
  return z.object({ revision: z.number() }).parse(body).revision;
}

/** Overrides a remote with a local build in this browser, from the next page load on. */
export async function overrideWithLocalBuild(client: AuthClient, { app, address }: { app: string; address: string }): Promise<true> {
  await callReleaseApi(client, 'local-builds', { method: 'PUT', body: JSON.stringify({ app, address }) });
  return true;
}
