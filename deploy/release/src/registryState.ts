import { z } from 'zod';

/** One change of what is live. */
export const releaseEventSchema = z.object({
  /** Registry revision this change made. */
  revision: z.number().int(),
  at: z.iso.datetime(),
  by: z.string(),
  action: z.enum(['promote', 'rollback', 'canary', 'end-canary']),
  app: z.string(),
  version: z.string(),
  from: z.string().optional(),
  /** Why, where nobody decided it by hand; the share of visitors of a canary. */
  reason: z.string().optional(),
});
export type ReleaseEvent = z.infer<typeof releaseEventSchema>;

/** A version some visitors get instead of the live one: a share of all, whoever has one of the roles, and everybody who asked for early releases. */
export const canarySchema = z.object({
  version: z.string(),
  percent: z.number().min(0).max(100),
  roles: z
    .array(z.string().regex(/^[a-z_]{1,40}$/))
    .max(10)
    .default([]),
});
export type Canary = z.infer<typeof canarySchema>;

function describeShare({ percent, roles }: Canary): string {
  return [`${percent} % of visitors`, ...(roles.length > 0 ? [`everybody of the role ${roles.join(', ')}`] : [])].join(' and ');
}

/** What is live, and how it came to be. `live[app]` lists versions, the live one first, then those to fall back to. */
export const registryStateSchema = z.object({
  revision: z.number().int().nonnegative(),
  live: z.record(z.string(), z.array(z.string()).min(1)),
  canary: z.record(z.string(), canarySchema).default({}),
  history: z.array(releaseEventSchema),
});
export type RegistryState = z.infer<typeof registryStateSchema>;

export const initialState: RegistryState = { revision: 0, live: {}, canary: {}, history: [] };

const keptFallbacks = 10;
const keptHistory = 500;

type Change = { app: string; version: string };
export type ChangeAuthor = { by: string; at: string; reason?: string };

/** The state after making these versions live together. Versions that are live already change nothing. */
export function withPromoted(state: RegistryState, changes: readonly Change[], author: ChangeAuthor): RegistryState {
  const news = changes.filter(({ app, version }) => state.live[app]?.[0] !== version);
  if (news.length === 0) return state;
  const revision = state.revision + 1;
  const live = { ...state.live };
  const events: ReleaseEvent[] = news.map(({ app, version }) => {
    const before = live[app] ?? [];
    live[app] = [version, ...before.filter((known) => known !== version)].slice(0, keptFallbacks);
    return { revision, ...author, action: 'promote', app, version, ...(before[0] ? { from: before[0] } : {}) };
  });
  // A new live version ends the trial that ran beside the old one.
  const canary = Object.fromEntries(Object.entries(state.canary).filter(([app]) => !news.some((change) => change.app === app)));
  return { revision, live, canary, history: [...events, ...state.history].slice(0, keptHistory) };
}

/** The state after going back to the version that was live before; the abandoned one is no fallback any more. */
export function withRolledBack(state: RegistryState, app: string, author: ChangeAuthor): RegistryState {
  const [from, ...rest] = state.live[app] ?? [];
  const [version] = rest;
  if (!from) throw new Error(`Nothing of ${app} is live.`);
  if (!version) throw new Error(`${app} ${from} is the only version that was ever live: there is nothing to go back to.`);
  const revision = state.revision + 1;
  const event: ReleaseEvent = { revision, ...author, action: 'rollback', app, version, from };
  return { ...state, revision, live: { ...state.live, [app]: rest }, history: [event, ...state.history].slice(0, keptHistory) };
}

/** The state after giving a version to a share of the visitors. */
export function withCanary(state: RegistryState, app: string, canary: Canary, author: ChangeAuthor): RegistryState {
  const [from] = state.live[app] ?? [];
  if (!from) throw new Error(`Nothing of ${app} is live: promote a version first.`);
  if (from === canary.version) throw new Error(`${app} ${canary.version} is live for everybody already.`);
  const revision = state.revision + 1;
  const event: ReleaseEvent = { revision, reason: describeShare(canary), ...author, action: 'canary', app, version: canary.version, from };
  return { ...state, revision, canary: { ...state.canary, [app]: canary }, history: [event, ...state.history].slice(0, keptHistory) };
}

/** The state after everybody got the live version back. Without a canary nothing changes. */
export function withoutCanary(state: RegistryState, app: string, author: ChangeAuthor): RegistryState {
  const { [app]: ended, ...canary } = state.canary;
  const [version] = state.live[app] ?? [];
  if (!ended || !version) return state;
  const revision = state.revision + 1;
  const event: ReleaseEvent = { revision, ...author, action: 'end-canary', app, version, from: ended.version };
  return { ...state, revision, canary, history: [event, ...state.history].slice(0, keptHistory) };
}
