import { expect, it } from 'vitest';
import { listFunctionsWithJson } from './listFunctions.ts';

const made = (body: string, returns = 'jsonb', schema = 'public') =>
  `create function ${schema}.listed(a int, b int default 1) returns ${returns} language sql as $$ ${body} $$;`;

it.each([
  ['an array of objects', made("select coalesce(jsonb_agg(jsonb_build_object('id', r.id) order by r.id), '[]') from public.rows r")],
  ['one of several kinds of objects', made("select jsonb_agg(case when true then jsonb_build_object('id', 1) end)")],
  ['objects with lists of their own', made("select jsonb_agg(jsonb_build_object('of', (select jsonb_agg(jsonb_build_object('id', 1)))))")],
  ['a page with its total', made("select jsonb_build_object('rows', (select jsonb_agg(to_jsonb(r)) from r), 'total', count(*)) from r")],
])('lists a function that answers with %s', (_what, schema) =>
  expect(listFunctionsWithJson([schema])).toEqual(['public.listed lists records as JSON']),
);

it.each([
  ['rows', made("select r.id, jsonb_build_object('a', r.a) from public.rows r", 'table (id uuid, said jsonb)')],
  ['a document with a list in it', made("select jsonb_build_object('a', 1, 'parts', (select jsonb_agg(jsonb_build_object('id', 1))))")],
  ['what only other functions read', made("select jsonb_agg(jsonb_build_object('id', 1))", 'jsonb', 'private')],
  ['what a comment or a text only says', made("-- jsonb_agg(jsonb_build_object(\n select to_jsonb('jsonb_agg(jsonb_build_object('::text)")],
])('leaves out a function that answers with %s', (_what, schema) => expect(listFunctionsWithJson([schema])).toEqual([]));

it('leaves out one whose comment says why, and lists a reason that is no longer needed', () => {
  const why = '-- Lists JSON: each has parts of its own.\n';
  expect(listFunctionsWithJson([why + made("select jsonb_agg(jsonb_build_object('id', 1))")])).toEqual([]);
  expect(listFunctionsWithJson([why + made("select jsonb_build_object('id', 1)")])).toEqual([
    'public.listed says that it lists JSON, and does not',
  ]);
});
