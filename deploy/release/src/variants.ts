import { createHash } from 'node:crypto';
import type { RegistryState } from './registryState.ts';

/** Whether a visitor, named by a text that stays the same, belongs to this share of an app's visitors. */
function isInShare(app: string, visitor: string, percent: number): boolean {
  const number = createHash('sha256').update(`${app} ${visitor}`).digest().readUInt32BE(0);
  return number / 2 ** 32 < percent / 100;
}

/** What decides which canaries a visitor gets: a permanent number, a verified role, and whether they have early access. */
export type Audience = { number: string | null; role: string | null; isEarly: boolean };

/** The apps whose canary a visitor gets: decided per app, or all of them with early access. */
export function variantFor(state: RegistryState, { number, role, isEarly }: Audience): ReadonlySet<string> {
  const apps = Object.entries(state.canary).filter(
    ([app, { percent, roles }]) =>
      isEarly || (role !== null && roles.includes(role)) || (number !== null && isInShare(app, number, percent)),
  );
  return new Set(apps.map(([app]) => app));
}

/** Every combination of canaries that some visitor may get. */
export function variantsOf(state: RegistryState): ReadonlySet<string>[] {
  return Object.keys(state.canary).reduce<Set<string>[]>(
    (all, app) => all.concat(all.map((variant) => new Set([...variant, app]))),
    [new Set()],
  );
}
