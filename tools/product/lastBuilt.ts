import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

const schema = z.record(z.string(), z.string());
// Beside the release store, whose content only releases change.
const fileOf = (releases: string) => path.join(path.dirname(releases), 'last-built.json');

/** Versions of the builds this installation released last, by app. */
export async function readLastBuilt(releases: string): Promise<Record<string, string>> {
  const text = await readFile(fileOf(releases), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return schema.parse(JSON.parse(text));
}

/** Records released builds, so that the next start releases only what changed since. */
export async function saveLastBuilt(releases: string, built: readonly { app: string; version: string }[]): Promise<void> {
  const next = { ...(await readLastBuilt(releases)), ...Object.fromEntries(built.map(({ app, version }) => [app, version])) };
  // A pipeline that releases into a bucket has no data directory yet.
  await mkdir(path.dirname(releases), { recursive: true });
  const draft = `${fileOf(releases)}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(next, null, 2)}\n`);
  await rename(draft, fileOf(releases));
}
