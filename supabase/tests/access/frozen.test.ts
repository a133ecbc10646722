import { it } from 'vitest';
import { useDatabase } from '../database.ts';
import { expectFrozen } from './frozenLines.ts';

/**
 * Who may do what, as the catalogue of the database says it, kept as text: a change of the schema that opens or closes more than it means to
 * shows here, line by line. `npx vitest -u` writes the files again; read their difference before it is committed.
 */
const database = useDatabase();
const lines = async (sql: string) => {
  const { rows } = await database.owner.query<{ line: string }>(sql);
  return rows.map(({ line }) => line.replaceAll(/\s+/g, ' ').trim());
};

it('has the policies of before', async () => {
  const policies = await lines(`
    select format('%I.%I | %s | %s | to %s | using %s | check %s', schemaname, tablename, policyname, cmd, array_to_string(roles, ', '), qual, with_check) as line
    from pg_policies where schemaname in ('public', 'private', 'storage') order by schemaname, tablename, cmd, policyname`);
  await expectFrozen('policies', policies);
});

it('has the grants of before', async () => {
  const grants = await lines(`
    with api (role) as (values ('anon'), ('authenticated'), ('service_role')),
    relations as (
      select c.oid, format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm')),
    by_table as (
      select r.name, a.role, array_agg(v.verb order by v.verb) as verbs from relations r cross join api a
        cross join unnest(array['select', 'insert', 'update', 'delete']) as v (verb)
      where has_table_privilege(a.role, r.oid, v.verb) group by 1, 2),
    by_column as (
      select r.name, a.role, v.verb, array_agg(c.attname order by c.attname) as columns from relations r cross join api a
        cross join unnest(array['select', 'insert', 'update']) as v (verb)
        join pg_attribute c on c.attrelid = r.oid and c.attnum > 0 and not c.attisdropped
      where not has_table_privilege(a.role, r.oid, v.verb) and has_column_privilege(a.role, r.oid, c.attnum, v.verb) group by 1, 2, 3),
    by_function as (
      select format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name, a.role, p.prosecdef
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace cross join api a
      where n.nspname in ('public', 'private') and has_function_privilege(a.role, p.oid, 'execute'))
    select format('%s | %s | %s', name, role, array_to_string(verbs, ', ')) as line, 1 as part from by_table
    union all select format('%s | %s | %s of %s', name, role, verb, array_to_string(columns, ', ')), 2 from by_column
    union all select format('%s | %s | execute%s', name, string_agg(role, ', ' order by role), case when prosecdef then ' as the owner' end), 3
      from by_function group by name, prosecdef
    order by part, line`);
  await expectFrozen('grants', grants);
});

it('has the triggers of before', async () => {
  const triggers = await lines(`
    select format('%s | %s', t.tgrelid::regclass, pg_get_triggerdef(t.oid)) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) order by c.relname, t.tgname`);
  await expectFrozen('triggers', triggers);
});
