import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { syncDirectory, writeDurably } from './durableFiles.ts';
import { initialState, registryStateSchema, type RegistryState } from './registryState.ts';

const fileName = /^(\d{10})\.json$/;
const maxFiles = 1_000;

const nameOf = (revision: number) => `${String(revision).padStart(10, '0')}.json`;

/** The newest revision in a folder of state files; 0 when there is none. */
async function newestRevision(folder: string): Promise<number> {
  const names = await readdir(folder).catch(ignoreMissing);
  return (names ?? []).reduce((newest, name) => Math.max(newest, Number(fileName.exec(name)?.[1] ?? 0)), 0);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

export async function readStateFile(folder: string): Promise<RegistryState> {
  const revision = await newestRevision(folder);
  if (revision === 0) return initialState;
  return registryStateSchema.parse(JSON.parse(await readFile(path.join(folder, nameOf(revision)), 'utf8')));
}

/**
 * Replaces the state. Each revision is a file that is complete before it gets its name, and each name can be taken once: of two
 * writers one finds its revision taken and starts again from the other's state. There is no lock that a crash could leave behind.
 */
export async function updateStateFile(
  folder: string,
  change: (state: RegistryState) => RegistryState | Promise<RegistryState>,
): Promise<RegistryState> {
  await mkdir(folder, { recursive: true });
  for (;;) {
    const before = await readStateFile(folder);
    const after = await change(before);
    if (after === before) return before;
    if (after.revision !== before.revision + 1) throw new Error(`Revision ${after.revision} cannot follow ${before.revision}.`);
    if (await claim(folder, after)) {
      await removeOld(folder, after.revision);
      return after;
    }
  }
}

async function claim(folder: string, state: RegistryState): Promise<boolean> {
  const draft = path.join(folder, `.draft-${randomUUID()}`);
  await writeDurably(draft, `${JSON.stringify(state, null, 2)}\n`);
  try {
    await link(draft, path.join(folder, nameOf(state.revision)));
    await syncDirectory(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

async function removeOld(folder: string, newest: number): Promise<void> {
  const old = (await readdir(folder)).filter((name) => Number(fileName.exec(name)?.[1] ?? newest) < newest - maxFiles);
  await Promise.all(old.map((name) => rm(path.join(folder, name), { force: true })));
}
