import type { Screen } from '@masomo/contracts/findScreen';
import { firstCandidate } from '../remotes/fallbackVersions.ts';
import { loadLifecycles } from '../remotes/loadLifecycles.ts';
import { runScreen } from './runScreenScripts.ts';

/** Remotes that were run ahead on this page, by their version. */
const done = new Set<string>();

/**
 * Runs the scripts of a screen of the signed-in area whose files are here, before somebody goes there: reading them is a good
 * part of the way on a slow processor. One screen of a remote: a page full of links is not a page full of work. Public pages
 * are left to whoever goes there, since few of their links are followed.
 */
export async function runAhead({ remote, route }: Screen, path: string): Promise<void> {
  const { name } = remote.manifest;
  const { release, attempt } = firstCandidate(name, remote);
  if (route.access === 'anyone' || release !== remote || attempt > 0 || done.has(remote.base)) return;
  done.add(remote.base);
  await Promise.all([runScreen(remote, path), loadLifecycles(name, remote, attempt)]);
}
