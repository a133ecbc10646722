import type { Screen } from '@masomo/contracts/findScreen';
import { firstVersion } from '../remotes/fallbackVersions.ts';
import { loadLifecycles } from '../remotes/loadLifecycles.ts';
import { runScreenScripts } from './runScreenScripts.ts';

/** Remotes that were run ahead on this page, by their version. */
const warmedUp = new Set<string>();

/**
 * Runs the scripts of a screen of the signed-in area whose files are here, before somebody goes there: reading them is a good
 * part of the way on a slow processor. One screen of a remote: a page full of links is not a page full of work. Public pages
 * are left to whoever goes there, since few of their links are followed.
 */
export async function warmUpScreen({ remote, route }: Screen, path: string): Promise<void> {
  const { name } = remote.manifest;
  const { release, attempt } = firstVersion(name, remote);
  if (route.access === 'anyone' || release !== remote || attempt > 0 || warmedUp.has(remote.base)) return;
  warmedUp.add(remote.base);
  await Promise.all([runScreenScripts(remote, path), loadLifecycles(name, remote, attempt)]);
}
