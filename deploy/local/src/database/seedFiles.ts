import { globSync } from 'node:fs';
import path from 'node:path';

/** `name` is what the history of an installation knows it by. */
export type SeedFile = { name: string; file: string; isDemo: boolean };

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
  return [
    ...own.map(({ name, file }) => ({ name, file: path.join(folder, file), isDemo: name.startsWith('02_') })),
    ...ofModules.map(({ name, file }) => ({ name, file: path.join(folder, file), isDemo: true })),
  ];
}

/** Files that were taken out of an earlier one: an installation that ran that one has what they hold. */
const splitFiles: Readonly<Record<string, readonly string[]>> = {
  '02_demo_usage.sql': [
    '02_demo_subscriptions.sql',
    'addons/behaviour-records/demo.sql',
    'addons/qr-attendance/demo.sql',
    'addons/quick-fees/demo.sql',
    'addons/thermal-print/demo.sql',
    'addons/two-factor/demo.sql',
  ],
};

/** The names of an installation's history, with those of files that were part of one it ran. */
export function ranFiles(history: readonly string[]): Set<string> {
  return new Set(history.flatMap((name) => [name, ...(splitFiles[name] ?? [])]));
}
