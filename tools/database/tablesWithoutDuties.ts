import type pg from 'pg';

/**
 * Tables of a school that no call of `private.school_table` names, and calls that name what there is not. A table is of a school by its
 * own `school_id`, or by what its rows necessarily belong to.
 */
export async function tablesWithoutDuties(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ problem: string }>(`
    with recursive relations as (
      select c.oid, format('%I.%I', n.nspname, c.relname) as name,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')),
    of_school as (
      select r.oid from relations r where 'school_id' = any (r.columns) or r.name = 'public.schools'
      union
      select k.conrelid from of_school s join pg_constraint k on k.confrelid = s.oid and k.contype = 'f'
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1] and a.attnotnull)
    select format('%s has no duties: call private.school_table beside it.', r.name) as problem
      from relations r join of_school using (oid) where not exists (select from private.school_tables t where t.name = r.name)
    union all select format('%s does not say that student_id is its subject.', r.name)
      from relations r join private.school_tables t using (name) where 'student_id' = any (r.columns) and t.subject is null
    union all select format('%s has duties and does not exist.', t.name)
      from private.school_tables t where not exists (select from relations r where r.name = t.name)
    union all select format('%s names the reader %s, which reads no child.', t.name, t.reader)
      from private.school_tables t where t.reader is not null and to_regprocedure(t.reader || '(uuid)') is null
    union all select format('%s names the retention rule %s, which does not exist.', t.name, t.retention)
      from private.school_tables t where t.retention not in (select key from public.retention_rules)
    order by 1`);
  return rows.map(({ problem }) => problem);
}
