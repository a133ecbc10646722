import path from 'node:path';
import { appOf, folderOf } from '../build/workspace.ts';
import { root } from '../root.ts';

/** What changed files can break. */
export type ChangedPlan = {
  /** Whether a type may have changed: the compiler then checks what depends on it. */
  types: boolean;
  lint: string[];
  /** Files whose importing tests run. */
  related: string[];
  /** Tests that read these files without importing them. */
  readers: string[];
  /** SQL files whose tests run: migrations where there are any, for they say what of a schema file changed; or `all` tests. */
  database: 'all' | string[];
  /** The builds to make; `all` when every app compiles what changed. */
  build: 'all' | string[];
  /** Modules and add-ons, whose journeys run. */
  modules: string[];
  journeys: string[];
};

const isCode = (file: string) => /\.(ts|tsx|mjs)$/.test(file);

/** Files that a test reads from the disk, which no import shows -> the tests. */
const readFromDisk: readonly (readonly [RegExp, string])[] = [
  [/\.md$/, 'tools/checks/operationsGuides'],
  [/\.(ts|tsx|mjs|sql|md)$/, 'tools/checks/bannedTerms'],
  [/\.(ts|tsx|mjs|sql|po)$|(^|\/)package\.json$/, 'tools/checks/sourceChecks'],
  [/(^|\/)package\.json$|^tools\/rooms\.ts$|^eslint\.config\.ts$/, 'tools/checks/'],
  [/^deploy\/(containers|kubernetes)\//, 'tools/checks/'],
  [/^(shell|mfe-[a-z-]+)\/src\/manifest\.ts$|\/module\.ts$/, 'tools/checks/'],
  [/\.po$/, 'tools/messages/'],
  [/^supabase\/functions\//, 'deploy/local/src/'],
  [/^(modules|addons)\/[^/]+\/(mails\/|schema\/\w*mails\.sql$)/, 'deploy/worker/src/moduleTexts'],
  [/\.sql$|^supabase\/config\.toml$/, 'deploy/local/src/'],
];

/** Configuration that everything depends on. */
const isConfiguration = (file: string) => /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig(\.base)?\.json)$/.test(file);

/** What every database test begins with. */
const isForEveryDatabase = (file: string) =>
  isConfiguration(file) || /^supabase\/(?:seed\/|tests\/(?:database|globalSetup)\.ts$|migrations\/\d+_baseline\.sql$)/.test(file);

/** Sources that every app compiles, or that compile it. */
const isCompiledIntoAll = (file: string) => /^(shared\/(?!testing\/)|tools\/build\/)/.test(file) || isConfiguration(file);

function appWith(file: string): string | undefined {
  const [, folder] = /^((?:modules|addons)\/[^/]+|shell|mfe-[a-z-]+)\//.exec(file) ?? [];
  return folder === undefined ? undefined : tryAppOf(folder);
}

/** None for a folder that was deleted. */
function tryAppOf(folder: string): string | undefined {
  try {
    return appOf(path.join(root, folder));
  } catch {
    return undefined;
  }
}

/** Decides by the files' folders and endings what has to run after they changed. */
export function planChanged(files: readonly string[]): ChangedPlan {
  const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
  const sources = files.filter((file) => !isTest(file));
  const appsOf = (among: readonly string[]) => [...new Set(among.flatMap((file) => appWith(file) ?? []))].sort();
  const sql = files.filter((file) => /\.sql$/.test(file));
  const migrations = sql.filter((file) => file.startsWith('supabase/migrations/'));
  return {
    types: files.some((file) => isCode(file) || /(^|\/)(tsconfig.*|package)\.json$/.test(file)),
    lint: files.filter(isCode),
    related: files.filter((file) => isCode(file) || isConfiguration(file)),
    readers: [...new Set(files.flatMap((file) => readFromDisk.flatMap(([pattern, tests]) => (pattern.test(file) ? tests : []))))].sort(),
    database: files.some(isForEveryDatabase) ? 'all' : migrations.length > 0 ? migrations : sql,
    build: sources.some(isCompiledIntoAll) ? 'all' : appsOf(sources.filter((file) => /\.(tsx?|po|json|css)$/.test(file))),
    modules: appsOf(files).filter((app) => folderOf(app) !== app),
    journeys: files.filter((file) => /^e2e\/journeys\/.*\.spec\.ts$/.test(file)).map((file) => path.basename(file)),
  };
}
