import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { splitStatements } from '@masomo/local/database/splitStatements';
import { root } from '../root.ts';

/** What the head of a statement makes, changes or drops, by name. */
const object = String.raw`"?(?:public|private)"?\."?(\w+)`;
const touches = [
  new RegExp(
    String.raw`^(?:create|alter|drop|comment on|grant|revoke)\b[^'$(]*?\b(?:function|table|view|type|on|column) (?:if exists )?${object}`,
    'i',
  ),
  new RegExp(String.raw`^create (?:policy|trigger|(?:unique )?index)\b[^;]*? on ${object}`, 'i'),
  new RegExp(String.raw`^(?:insert into|update|delete from) ${object}`, 'i'),
];
const made = /^create (?:or replace )?(?:function|view) (?:public|private)\.(\w+)/im;

export const namesTouched = (statements: readonly string[]): string[] => [
  ...new Set(
    statements.flatMap((statement) => touches.flatMap((touch) => touch.exec(statement.replace(/--[^\n]*/g, '').trim())?.[1] ?? [])),
  ),
];

/** The names with those of the functions and views that use those of them that are functions, directly or through others. */
export function withCallers(names: readonly string[], statements: readonly string[]): string[] {
  const bodies = statements.flatMap((statement) => {
    const [, name] = made.exec(statement) ?? [];
    return name === undefined
      ? []
      : [{ name, uses: new Set([...statement.matchAll(/\b(?:public|private)\.(\w+)/g)].map(([, used]) => used)) }];
  });
  const isCalled = new Set(bodies.map(({ name }) => name));
  const found = new Set(names);
  for (const name of found) if (isCalled.has(name)) for (const body of bodies) if (body.uses.has(name)) found.add(body.name);
  return [...found];
}

/** The tests that name one of them. */
export function testsNaming(names: readonly string[], tests: ReadonlyMap<string, string>): string[] {
  if (names.length === 0) return [];
  const named = new RegExp(`\\b(?:${names.join('|')})\\b`);
  return [...tests].filter(([, text]) => named.test(text)).map(([file]) => file);
}

const sql = (file: string) => splitStatements(readFileSync(path.join(root, file), 'utf8'));

/** The database tests that name what these SQL files change, or a function that calls it. */
export function databaseTestsOf(files: readonly string[]): string[] {
  const schemas = globSync('{supabase/schemas/**,{modules,addons}/*/schema}/*.sql', { cwd: root });
  const tests = globSync(['supabase/tests/**/*.test.ts', '{modules,addons}/*/schema/**/*.test.ts'], { cwd: root }).sort();
  const names = withCallers(namesTouched(files.flatMap(sql)), schemas.flatMap(sql));
  return testsNaming(names, new Map(tests.map((file) => [file, readFileSync(path.join(root, file), 'utf8')])));
}
