import { readFileSync } from 'node:fs';
import path from 'node:path';
import { splitStatements } from '@masomo/local/database/splitStatements';
import { root } from '../root.ts';
import { trackedFiles } from './trackedFiles.ts';

const schemaFile = /^(?:supabase\/schemas|(?:addons|modules)\/[^/]+\/schema)\/.*\.sql$/;
/** SQL, settings and programs that run beside the schemas; never migrations, which say how the database came about. */
const programFile = /^(?!supabase\/migrations\/).*\.(?:sql|toml|ya?ml|mjs|js|tsx?)$/;
/** Tests, what only they use, what writes migrations, and the lists of who may call what: a name there is no call of the product. */
const noCaller =
  /\.(?:test|spec)\.tsx?$|\.types\.ts$|^tools\/modules\/removeModule\.ts$|^(?:e2e|bench|tools\/checks|tools\/test|tools\/fuzz|supabase\/tests)\/|^shared\/testing\/|\/(?:functionAccess|access|samples|fixtures)\.ts$/;

/** Functions that the product itself never calls, and why they are kept. */
const calledOtherwise: Readonly<Record<string, string>> = {
  'private.retire_module': 'the migration that removes a released module calls it, which `npm run module -- remove` writes',
};

const created = /^create (?:or replace )?function ((?:public|private)\.\w+)\s*\(/m;
/** Statements about a function that call nothing. */
const saysOnly = /^(?:comment on|grant|revoke)\b/;
const withoutComments = (sql: string) => sql.replace(/--[^\n]*/g, '').trim();

const inBothSchemas = (name: string) => [`public.${name}`, `private.${name}`];

/** Functions whose names a text of SQL has with their schema, or as a string of its own: a row may say what is called. */
const namedInSql = (sql: string) => [
  ...[...sql.matchAll(/\b(?:public|private)\.\w+/g)].map(([name]) => name),
  ...[...sql.matchAll(/'(\w+)'/g)].flatMap(([, name = '']) => inBothSchemas(name)),
];

/** Functions whose names a program has: as a string of its own, in an address, or in SQL. */
function namedInProgram(source: string): string[] {
  const called = [...source.matchAll(/(['"`])(\w+)\1|\brpc\/(\w+)/g)].map(([, , quoted, addressed]) => quoted ?? addressed);
  return [...called.flatMap((name) => inBothSchemas(name ?? '')), ...namedInSql(source)];
}

/**
 * Functions of the schemas `public` and `private` that the product never reaches: no program names them, and no SQL that runs (a policy,
 * a trigger, a default, a row, or the body of a function that is itself reached).
 */
export function functionsWithoutCaller(schemas: readonly string[], programs: readonly string[]): string[] {
  const bodies = new Map<string, string[]>();
  const reached: string[] = programs.flatMap(namedInProgram);
  for (const statement of schemas.flatMap(splitStatements).map(withoutComments)) {
    if (saysOnly.test(statement)) continue;
    const [head, name] = created.exec(statement) ?? [];
    if (head === undefined || name === undefined) reached.push(...namedInSql(statement));
    else bodies.set(name, [...(bodies.get(name) ?? []), ...namedInSql(statement.slice(statement.indexOf(head) + head.length))]);
  }
  const seen = new Set<string>();
  for (let name = reached.pop(); name !== undefined; name = reached.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    reached.push(...(bodies.get(name) ?? []));
  }
  return [...bodies.keys()].filter((name) => !seen.has(name)).toSorted();
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** `functionsWithoutCaller` of the repository beside those that are named, and names of which there is a caller by now. */
export function findFunctionsWithoutCaller(): string[] {
  const files = trackedFiles();
  const found = functionsWithoutCaller(
    files.filter((file) => schemaFile.test(file)).map(read),
    files.filter((file) => programFile.test(file) && !schemaFile.test(file) && !noCaller.test(file)).map(read),
  );
  const named = Object.keys(calledOtherwise);
  return [
    ...found.filter((name) => !named.includes(name)),
    ...named.filter((name) => !found.includes(name)).map((name) => `${name} is named, and has a caller`),
  ];
}
