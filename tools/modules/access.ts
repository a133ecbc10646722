import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { functionAccess as functionsOfCore } from '@masomo/domain/functionAccess';
import { tableAccess as tablesOfCore, type AccessScope, type Actor, type TableAccess, type TableVerb } from '@masomo/domain/tableAccess';
import { root } from '../root.ts';

type Row = Record<string, string>;

/** What `schema/access.ts` of a module or an add-on declares as `access`: who may do what, so that a test can compare, and samples for tests. */
export type ModuleAccess = {
  tables: Readonly<Record<string, TableAccess>>;
  /** Who can call each function for data of their own school. */
  functions: Readonly<Record<string, readonly Actor[]>>;
  /** Functions that still answer when the licence or the subscription is over. */
  reads?: readonly string[];
  /** Those that are refused then, because they write or help to fill in a form. */
  writes?: readonly string[];
  /** SQL of one row with ids for the samples, where $1 is the school; the core's samples have `student_id`, `class_id`, `term_id`, `today`. */
  sampleIds?: string;
  /** Bodies of calls that go through; `count` is another number each time. Without one, a function is called with nothing. */
  samples?: Readonly<Record<string, (ids: Row, count: number) => Record<string, unknown>>>;
  /** Arguments as SQL, of functions that let nobody in without a thing of their own. */
  arguments?: Readonly<Record<string, string>>;
};

/** The feature that a folder brings: `module:library` of modules/library. */
export const featureOf = (folder: string) => folder.replace(/^(module|addon)s\//, '$1:');

/** Folders of modules, then of add-ons, that have a file of this path. */
export const foldersWith = (file: string): string[] =>
  ['modules', 'addons'].flatMap((kind) =>
    globSync(`${kind}/*/${file}`, { cwd: root })
      .map((found) => found.split(path.sep).slice(0, 2).join('/'))
      .sort(),
  );

/** What each module and add-on declares, by folder. */
export const moduleAccess: ReadonlyMap<string, ModuleAccess> = new Map(
  await Promise.all(
    foldersWith('schema/access.ts').map(async (folder) => {
      const file = pathToFileURL(path.join(root, folder, 'schema/access.ts')).href;
      return [folder, ((await import(/* @vite-ignore */ file)) as { access: ModuleAccess }).access] as const;
    }),
  ),
);

function merged<T>(parts: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> {
  const all: Record<string, T> = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) {
      if (name in all) throw new Error(`${name} is declared twice.`);
      all[name] = value;
    }
  return all;
}

/** Every table of the API, also those of modules and add-ons. */
export const tableAccess = merged([tablesOfCore, ...[...moduleAccess.values()].map(({ tables }) => tables)]);

/** Who may call each function of the API, also those of modules and add-ons. */
export const functionAccess = merged([functionsOfCore, ...[...moduleAccess.values()].map(({ functions }) => functions)]);

/** The rows an actor can access with a verb; tables that are not listed are accessible to nobody. */
export function scopeOf(table: string, verb: TableVerb, actor: Actor): AccessScope | 'none' {
  return tableAccess[table]?.[verb]?.[actor] ?? 'none';
}
