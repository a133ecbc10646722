import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import { featureOf } from './access.ts';
import { moduleObjects } from './objects.ts';

/** The migrations of the branch that releases are made from. Installations may have run them. */
export function releasedMigrations(base: string, repository = root): ReadonlySet<string> {
  const ref = [base, `origin/${base}`].find((name) => {
    try {
      execFileSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: repository, stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  if (ref === undefined) throw new Error(`There is no branch ${base}. Name the one that releases are made from: --base <branch>`);
  const listed = execFileSync('git', ['ls-tree', '-r', '--name-only', ref, 'supabase/migrations'], { cwd: repository, encoding: 'utf8' });
  return new Set(listed.split('\n').filter((file) => file.endsWith('.sql')));
}

/** What is to be done for a module to be gone: of one that no installation has run, the migrations to delete; of any other, to retire it. */
export type Removal = { folder: string; feature: string; migrations: string[]; isReleased: boolean };

/** Decides by the migrations that name what the module brings. Throws when there is none of the name. */
export function planRemoval(folder: string, released: ReadonlySet<string>, repository = root, objects = moduleObjects): Removal {
  if (!existsSync(path.join(repository, folder, 'module.ts'))) throw new Error(`There is no ${folder}.`);
  const feature = featureOf(folder);
  const own = [...objects].filter(([, owner]) => owner === folder).map(([name]) => name);
  const naming = new RegExp([String.raw`'${feature}'`, ...own.map((name) => String.raw`\b(?:public|private)\.${name}\b`)].join('|'));
  const migrations = globSync('supabase/migrations/*.sql', { cwd: repository })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => naming.test(readFileSync(path.join(repository, file), 'utf8')))
    .sort();
  return { folder, feature, migrations, isReleased: migrations.some((file) => released.has(file)) };
}

/** Deletes the folder, and the migrations that nobody has run. Returns what is gone. */
export function removeFiles({ folder, migrations, isReleased }: Removal, repository = root): string[] {
  const gone = [folder, ...(isReleased ? [] : migrations)];
  for (const file of gone) rmSync(path.join(repository, file), { recursive: true });
  return gone;
}

/** What the migration that retires a module begins with: its rows are kept for its schools before their tables are dropped. */
export const retirement = (feature: string) =>
  `-- Keeps what the module had for each school, in public.retired_records, which is in every export of a school.\nselect private.retire_module('${feature}');\n\n`;
