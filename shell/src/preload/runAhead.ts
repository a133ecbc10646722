import type { Screen } from '@masomo/contracts/findScreen';
import { firstCandidate } from '../composition/candidates.ts';
import { loadLifecycles } from '../composition/federation.ts';
import { runScreen } from './runScreen.ts';

/**
 * Runs the scripts of a screen of the signed-in area whose files are here, before somebody goes there: reading them is a good part of the way
 * on a slow processor. A visitor's public pages are left alone: few of their links are followed.
 */
export async function runAhead({ remote, route }: Screen, path: string): Promise<void> {
  if (route.access === 'anyone') return;
  const { name } = remote.manifest;
  const { release, attempt } = firstCandidate(name, remote);
  if (release !== remote || attempt > 0) return;
  await Promise.all([runScreen(remote, path), loadLifecycles(name, remote, attempt)]);
}
