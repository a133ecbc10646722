import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

const manifestName = 'backup.json';

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Major version of the PostgreSQL that wrote the files. */
  postgres: z.string().regex(/^\d+$/),
  files: z.array(z.object({ path: z.string(), size: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Records the size and hash of every file, so that a damaged backup is detected before anything is overwritten. */
export async function writeManifest(folder: string, { createdAt, postgres }: Pick<Manifest, 'createdAt' | 'postgres'>): Promise<Manifest> {
  const files: Manifest['files'] = [];
  for (const file of await filesOf(folder))
    files.push({ path: file, size: (await stat(path.join(folder, file))).size, sha256: await hashOf(path.join(folder, file)) });
  const manifest: Manifest = { format: 1, createdAt, postgres, files };
  await writeFile(path.join(folder, manifestName), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true });
  return manifest;
}

/** Reads a backup's manifest and verifies every file. Throws one line when one is missing or changed. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(() => {
    throw new Error(`${folder} is not a backup: it has no ${manifestName}. Use a folder that npm run db:backup wrote.`);
  });
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`${path.join(folder, manifestName)} cannot be read. Use another backup.`);
  for (const { path: file, sha256 } of parsed.data.files) {
    const found = await hashOf(path.join(folder, file)).catch(() => undefined);
    if (found !== sha256)
      throw new Error(
        `${path.join(folder, file)} ${found === undefined ? 'is missing' : 'has changed since the backup'}. Use another backup; nothing was changed.`,
      );
  }
  return parsed.data;
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
