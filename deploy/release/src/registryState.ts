import { RefusedError } from '@masomo/domain/refusals';
import { sentence } from '@masomo/domain/sentences';
import { z } from 'zod';

/** One change of the live versions or canaries. */
const releaseEventSchema = z.object({
  /** The registry revision this change created. */
  revision: z.number().int(),
  at: z.iso.datetime(),
  by: z.string(),
  action: z.enum(['promote', 'rollback', 'canary', 'end-canary']),
  app: z.string(),
  version: z.string(),
  from: z.string().optional(),
  /** Why an automatic change was made; for a canary, who gets it. */
  reason: z.string().optional(),
});
export type ReleaseEvent = z.infer<typeof releaseEventSchema>;

/** A version some visitors get instead of the live one: a share of all, everybody with one of the roles, and everybody with early access. */
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
  return [`${percent}% of visitors`, ...(roles.length > 0 ? [`everybody with the role ${roles.join(' or ')}`] : [])].join(' and ');
}

/** The live versions, the canaries and the history of changes. `live[app]` lists the live version first, then its fallbacks. */
export const registryStateSchema = z.object({
  revision: z.number().int().nonnegative(),
  live: z.record(z.string(), z.array(z.string()).min(1)),
  canary: z.record(z.string(), canarySchema).default({}),
  /** Public keys by app, one of which must have signed what becomes live; an app without an entry needs no signature. */
  signers: z.record(z.string(), z.array(z.string()).min(1)).optional(),
  history: z.array(releaseEventSchema),
});
export type RegistryState = z.infer<typeof registryStateSchema>;

export const initialState: RegistryState = { revision: 0, live: {}, canary: {}, history: [] };

const maxFallbacks = 10;
const maxHistory = 500;

type Change = { app: string; version: string };
export type ChangeAuthor = { by: string; at: string; reason?: string };

/** The state after making these versions live together. Versions that are already live change nothing. */
export function withPromoted(state: RegistryState, changes: readonly Change[], author: ChangeAuthor): RegistryState {
  const changed = changes.filter(({ app, version }) => state.live[app]?.[0] !== version);
  if (changed.length === 0) return state;
  const revision = state.revision + 1;
  const live = { ...state.live };
  const events: ReleaseEvent[] = changed.map(({ app, version }) => {
    const before = live[app] ?? [];
    live[app] = [version, ...before.filter((known) => known !== version)].slice(0, maxFallbacks);
    return { revision, ...author, action: 'promote', app, version, ...(before[0] ? { from: before[0] } : {}) };
  });
  // A new live version ends its app's canary.
  const canary = Object.fromEntries(Object.entries(state.canary).filter(([app]) => !changed.some((change) => change.app === app)));
  return { ...state, revision, live, canary, history: [...events, ...state.history].slice(0, maxHistory) };
}

/** The state after these apps went back to their previously live versions in one revision; an abandoned version is no longer a fallback. */
export function withRolledBack(state: RegistryState, apps: readonly string[], author: ChangeAuthor): RegistryState {
  const revision = state.revision + 1;
  const live = { ...state.live };
  const events: ReleaseEvent[] = apps.map((app) => {
    const [from, ...rest] = state.live[app] ?? [];
    const [version] = rest;
    if (!from) throw new RefusedError('release.not_live', sentence('No version of {app} is live.', { app }));
    if (!version)
      throw new RefusedError(
        'release.only_one',
        sentence('{app} {version} is the only version that was ever live: there is nothing to go back to.', { app, version: from }),
      );
    live[app] = rest;
    return { revision, ...author, action: 'rollback', app, version, from };
  });
  return { ...state, revision, live, history: [...events, ...state.history].slice(0, maxHistory) };
}

/** The state after giving a version to a share of the visitors. */
export function withCanary(state: RegistryState, app: string, canary: Canary, author: ChangeAuthor): RegistryState {
  const [from] = state.live[app] ?? [];
  if (!from) throw new RefusedError('release.promote_first', sentence('No version of {app} is live. Promote one first.', { app }));
  if (from === canary.version)
    throw new RefusedError(
      'release.already_live',
      sentence('{app} {version} is already live for everyone.', { app, version: canary.version }),
    );
  const revision = state.revision + 1;
  const event: ReleaseEvent = { revision, reason: describeShare(canary), ...author, action: 'canary', app, version: canary.version, from };
  return { ...state, revision, canary: { ...state.canary, [app]: canary }, history: [event, ...state.history].slice(0, maxHistory) };
}

/** The state after giving everybody the live version again. Without a canary nothing changes. */
export function withoutCanary(state: RegistryState, app: string, author: ChangeAuthor): RegistryState {
  const { [app]: ended, ...canary } = state.canary;
  const [version] = state.live[app] ?? [];
  if (!ended || !version) return state;
  const revision = state.revision + 1;
  const event: ReleaseEvent = { revision, ...author, action: 'end-canary', app, version, from: ended.version };
  return { ...state, revision, canary, history: [event, ...state.history].slice(0, maxHistory) };
}
