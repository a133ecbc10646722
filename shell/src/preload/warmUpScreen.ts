import type { Screen } from '@masomo/contracts/findScreen';
import { firstVersion } from '../remotes/fallbackVersions.ts';
import { loadLifecycles } from '../remotes/loadLifecycles.ts';
import { runScreenScripts } from './runScreenScripts.ts';

/** Bases of the releases whose scripts were run ahead on this page. */
const warmedUp = new Set<string>();

/**
 * Runs the scripts of a prefetched screen before anyone opens it: parsing takes a good part of the time on a slow processor.
 * Only one screen per remote, to bound the work of a page full of links, and no public pages, whose links are rarely followed.
 */
export async function warmUpScreen({ remote, route }: Screen, path: string): Promise<void> {
  const { name } = remote.manifest;
  const { release, attempt } = firstVersion(name, remote);
  if (route.access === 'anyone' || release !== remote || attempt > 0 || warmedUp.has(remote.base)) return;
  warmedUp.add(remote.base);
  await Promise.all([runScreenScripts(remote, path), loadLifecycles(name, remote, attempt)]);
}
