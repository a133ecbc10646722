import { z } from 'zod';
import { getClient } from '@masomo/auth';
import { DataError, type DataErrorKind } from '@masomo/data';

const eventSchema = z.object({
  revision: z.number(),
  at: z.string(),
  by: z.string(),
  action: z.enum(['promote', 'rollback', 'canary', 'end-canary']),
  app: z.string(),
  version: z.string(),
  from: z.string().optional(),
  reason: z.string().optional(),
});
const statusSchema = z.object({
  revision: z.number(),
  apps: z.array(
    z.object({
      app: z.string(),
      live: z.string(),
      fallback: z.string().nullable(),
      canary: z.object({ version: z.string(), percent: z.number(), roles: z.array(z.string()) }).nullable(),
      versions: z.array(z.object({ version: z.string(), publishedAt: z.string(), bytes: z.number() })),
    }),
  ),
  history: z.array(eventSchema),
});
const changesSchema = z.object({ added: z.array(z.string()), removed: z.array(z.string()) });
const diffSchema = z.object({
  files: changesSchema.extend({ changed: z.array(z.string()) }),
  bytes: z.number(),
  needs: changesSchema,
  offers: changesSchema,
  routes: changesSchema,
});

/** One change of what is live. */
export type ReleaseEvent = z.infer<typeof eventSchema>;
/** What is published and live. */
export type ReleaseStatus = z.infer<typeof statusSchema>;
export type ReleaseDiff = z.infer<typeof diffSchema>;

/** What a super admin can do with a version. */
export type ReleaseAction =
  | { action: 'rollback'; app: string; abandon: string }
  | { action: 'promote'; app: string; version: string }
  | { action: 'canary'; app: string; version: string; percent: number; roles: string[] }
  | { action: 'end-canary'; app: string };

const kinds: Record<number, DataErrorKind> = { 400: 'invalid', 401: 'not-allowed', 403: 'not-allowed', 404: 'not-found', 409: 'conflict' };

/** Asks the gateway's release door as the person who is signed in. */
async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const { data } = await (await getClient()).auth.getSession();
  const answer = await fetch(`/_releases/${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${data.session?.access_token ?? ''}` },
  }).catch((cause: unknown) => {
    throw new DataError('unavailable', 'The server cannot be reached. Check your connection and try again.', { cause });
  });
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) return body;
  const said = z.object({ message: z.string() }).safeParse(body);
  throw new DataError(
    kinds[answer.status] ?? 'unavailable',
    said.success ? said.data.message : 'The releases cannot be read right now. Try again in a moment.',
  );
}

export async function getReleaseStatus(): Promise<ReleaseStatus> {
  return statusSchema.parse(await ask('status'));
}

export async function getReleaseDiff(app: string, from: string, to: string): Promise<ReleaseDiff> {
  return diffSchema.parse(await ask(`diff/${[app, from, to].map(encodeURIComponent).join('/')}`));
}

/** Carries out an action; answers the registry's new revision. */
export async function releaseAction(action: ReleaseAction): Promise<number> {
  return z.object({ revision: z.number() }).parse(await ask('actions', { method: 'POST', body: JSON.stringify(action) })).revision;
}

/** Shows a remote from this machine's build in this browser, from the next page on. */
export async function takeLocalBuild(app: string, address: string): Promise<true> {
  await ask('local-builds', { method: 'PUT', body: JSON.stringify({ app, address }) });
  return true;
}
