import { expect, it } from 'vitest';
import { functionsWithoutCaller } from './sqlCallers.ts';

const made = (name: string, body: string) => `create function ${name}() returns int language sql as $$ ${body} $$;
comment on function ${name}() is 'Calls ${name} of nobody.';
grant execute on function ${name}() to authenticated;
`;

it.each([
  ['nothing calls', made('public.alone', 'select 1'), '', ['public.alone']],
  ['only itself calls', made('public.alone', 'select public.alone()'), '', ['public.alone']],
  [
    'only one that nothing calls itself calls',
    made('public.alone', 'select private.below()') + made('private.below', 'select 1'),
    '',
    ['private.below', 'public.alone'],
  ],
  ['only a comment names', `-- See public.alone().\n${made('public.alone', 'select 1')}`, '', ['public.alone']],
])('lists a function that %s', (_what, schema, program, found) => expect(functionsWithoutCaller([schema], [program])).toEqual(found));

it.each([
  ['a program', '', "await db.rpc('used', {})"],
  ['an address', '', "fetch('http://backend/rest/v1/rpc/used')"],
  ['a query', '', 'client.query("select public.used()")'],
  ['a policy', 'create policy "Own" on public.rows using (public.used() = 1);', ''],
  ['a default', 'create table public.rows (id int default public.used());', ''],
  ['a row', "insert into private.kinds values ('mail', 'used');", ''],
  ['a trigger', 'create trigger t after insert on public.rows for each row execute function public.used();', ''],
  ['a function that a program calls', made('public.above', 'select public.used()'), "rpc('above')"],
])('leaves out a function that %s calls', (_what, schema, program) =>
  expect(functionsWithoutCaller([schema + made('public.used', 'select 1')], [program])).toEqual([]),
);
