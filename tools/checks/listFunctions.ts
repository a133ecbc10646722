import { readFileSync } from 'node:fs';
import path from 'node:path';
import { splitStatements } from '@masomo/local/database/splitStatements';
import { root } from '../root.ts';
import { trackedFiles } from './trackedFiles.ts';

const schemaFile = /^(?:supabase\/schemas|(?:addons|modules)\/[^/]+\/schema)\/.*\.sql$/;
const apiFunction = /^create (?:or replace )?function public\.(\w+)\s*\(/;

/** What the comment above a list function says that may answer with JSON, with the reason: its records have lists of their own, for example. */
const reason = /^-- Lists JSON: \S/m;

/** Calls of `name` in a body, each with the functions around it, outermost first. */
function callsOf(name: string, body: string): string[][] {
  const calls: string[][] = [];
  const around: string[] = [];
  for (const [token, called] of body.matchAll(/'(?:[^']|'')*'|--[^\n]*|([\w.]*)\s*\(|\)/g)) {
    if (token === ')') around.pop();
    if (called === undefined) continue;
    if (called === name) calls.push([...around]);
    around.push(called);
  }
  return calls;
}

/**
 * Functions of the API that answer with many records as JSON: an array of objects at the top of the answer, not as one part of a
 * document, or a page with the total of what it is a page of. `returns table` or `returns setof` gives such a list types that are generated.
 */
export function listFunctionsWithJson(schemas: readonly string[]): string[] {
  return schemas.flatMap(splitStatements).flatMap((statement) => {
    const sql = statement.replace(/--[^\n]*/g, '').trim();
    const [, name = ''] = apiFunction.exec(sql) ?? [];
    const [head = '', body = ''] = sql.split(/\bas \$\w*\$|\bbegin atomic\b/);
    if (name === '' || !/\breturns\s+(?:setof\s+)?jsonb?\b/.test(head)) return [];
    const isList = callsOf('jsonb_build_object', body).some(
      (around) => around.includes('jsonb_agg') && !around.includes('jsonb_build_object'),
    );
    const isPage = /'(?:rows|items|records)'\s*,\s*\(/.test(body) && /'total'\s*,\s*\(?(?:select )?count\(/.test(body);
    const isNamed = reason.test(statement);
    if (isList || isPage) return isNamed ? [] : [`public.${name} lists records as JSON`];
    return isNamed ? [`public.${name} says that it lists JSON, and does not`] : [];
  });
}

/** `listFunctionsWithJson` of the repository. */
export const findListFunctionsWithJson = () =>
  listFunctionsWithJson(
    trackedFiles()
      .filter((file) => schemaFile.test(file))
      .map((file) => readFileSync(path.join(root, file), 'utf8')),
  );
