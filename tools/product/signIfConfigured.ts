import { readFile } from 'node:fs/promises';
import { signBuild } from '@masomo/release/signatures';
import { readEnvironment } from '../process/readEnvironment.ts';

/** Signs a build with the key that `RELEASE_SIGNING_KEY` names; without the variable it stays unsigned. */
export async function signIfConfigured(folder: string): Promise<void> {
  const { RELEASE_SIGNING_KEY } = readEnvironment();
  if (RELEASE_SIGNING_KEY !== undefined) await signBuild(folder, await readFile(RELEASE_SIGNING_KEY, 'utf8'));
}
