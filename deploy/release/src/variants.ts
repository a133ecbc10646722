import { createHash } from 'node:crypto';
import type { RegistryState } from './registryState.ts';

/** Whether a visitor's number (any text that stays the same) falls into a share of the visitors of an app. */
function isInShare(app: string, visitor: string, percent: number): boolean {
  const number = createHash('sha256').update(`${app} ${visitor}`).digest().readUInt32BE(0);
  return number / 2 ** 32 < percent / 100;
}

/** The apps whose canary a visitor gets: by their number, each app by itself, or all because they asked for early releases. */
export function variantFor(state: RegistryState, visitor: string | null, isEarly: boolean): ReadonlySet<string> {
  const apps = Object.entries(state.canary).filter(([app, { percent }]) => isEarly || (visitor !== null && isInShare(app, visitor, percent)));
  return new Set(apps.map(([app]) => app));
}

/** Every combination of canaries that some visitor may get. */
export function variantsOf(state: RegistryState): ReadonlySet<string>[] {
  return Object.keys(state.canary).reduce<Set<string>[]>((all, app) => all.concat(all.map((variant) => new Set([...variant, app]))), [new Set()]);
}
