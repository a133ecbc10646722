import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `name` is what the history of an installation knows it by; one that was taken out of an earlier file says so in its first line
 * (`-- Was in 02_usage.sql.`), for an installation that ran that one has what it holds.
 */
export type SeedFile = { name: string; file: string; isDemo: boolean; wasIn: string | undefined };

const root = path.resolve(import.meta.dirname, '../../../..');

/**
 * The seed files in the order in which they are loaded: initial content (`01_…`), demonstration data (`02_…`), then what it has of
 * each module and of each add-on, by the names of their folders.
 */
export function seedFiles(folder = root): SeedFile[] {
  const found = (pattern: string) =>
    globSync(pattern, { cwd: folder })
      .map((file) => file.split(path.sep).join('/'))
      .sort();
  const own = found('supabase/seed/*.sql').map((file) => ({ name: path.posix.basename(file), file }));
  const ofModules = ['modules/*/demo.sql', 'addons/*/demo.sql'].flatMap(found).map((file) => ({ name: file, file }));
  const all = [
    ...own.map(({ name, file }) => ({ name, file: path.join(folder, file), isDemo: name.startsWith('02_') })),
    ...ofModules.map(({ name, file }) => ({ name, file: path.join(folder, file), isDemo: true })),
  ];
  return all.map((seed) => ({
    ...seed,
    wasIn: /^-- Was in (\S+\.sql)\.$/m.exec(readFileSync(seed.file, 'utf8').split('\n', 1)[0] ?? '')?.[1],
  }));
}
