import { z } from 'zod';

/** One change of what is live. */
export const releaseEventSchema = z.object({
  /** Registry revision this change made. */
  revision: z.number().int(),
  at: z.iso.datetime(),
  by: z.string(),
  action: z.enum(['promote', 'rollback']),
  app: z.string(),
  version: z.string(),
  from: z.string().optional(),
});
export type ReleaseEvent = z.infer<typeof releaseEventSchema>;

/** What is live, and how it came to be. `live[app]` lists versions, the live one first, then those to fall back to. */
export const registryStateSchema = z.object({
  revision: z.number().int().nonnegative(),
  live: z.record(z.string(), z.array(z.string()).min(1)),
  history: z.array(releaseEventSchema),
});
export type RegistryState = z.infer<typeof registryStateSchema>;

export const emptyState: RegistryState = { revision: 0, live: {}, history: [] };

const keptFallbacks = 10;
const keptHistory = 500;

type Change = { app: string; version: string };
type Author = { by: string; at: string };

/** The state after making these versions live together. Versions that are live already change nothing. */
export function withPromoted(state: RegistryState, changes: readonly Change[], author: Author): RegistryState {
  const news = changes.filter(({ app, version }) => state.live[app]?.[0] !== version);
  if (news.length === 0) return state;
  const revision = state.revision + 1;
  const live = { ...state.live };
  const events: ReleaseEvent[] = news.map(({ app, version }) => {
    const before = live[app] ?? [];
    live[app] = [version, ...before.filter((known) => known !== version)].slice(0, keptFallbacks);
    return { revision, ...author, action: 'promote', app, version, ...(before[0] ? { from: before[0] } : {}) };
  });
  return { revision, live, history: [...events, ...state.history].slice(0, keptHistory) };
}

/** The state after going back to the version that was live before; the abandoned one is no fallback any more. */
export function withRolledBack(state: RegistryState, app: string, author: Author): RegistryState {
  const [from, ...rest] = state.live[app] ?? [];
  const [version] = rest;
  if (!from) throw new Error(`Nothing of ${app} is live.`);
  if (!version) throw new Error(`${app} ${from} is the only version that was ever live: there is nothing to go back to.`);
  const revision = state.revision + 1;
  const event: ReleaseEvent = { revision, ...author, action: 'rollback', app, version, from };
  return { revision, live: { ...state.live, [app]: rest }, history: [event, ...state.history].slice(0, keptHistory) };
}
