import pg from 'pg';
import type { Actor, AccessScope, TableVerb } from '@masomo/domain/tableAccess';
import { claimsOf } from '../sessions.ts';

/** The account that stands for each actor; the members are of Greenfield Academy. */
export const accounts: Record<Actor, string | null> = {
  anonymous: null,
  super_admin: 'superadmin@masomo.test',
  admin: 'admin@greenfield.test',
  teacher: 'teacher@greenfield.test',
  staff: 'staff@greenfield.test',
  parent: 'parent@greenfield.test',
  student: 'student@greenfield.test',
  user: 'visitor@example.test',
};

/** The school a row of a table belongs to, where the row does not carry it. */
const schoolOf: Record<string, string> = {
  schools: 'id',
  order_items: '(select school_id from public.orders o where o.id = order_id)',
  service_fulfilments: '(select school_id from public.orders o where o.id = order_id)',
  order_events: '(select school_id from public.orders o where o.id = order_id)',
  payments: '(select school_id from public.orders o where o.id = order_id)',
  payment_attempts: '(select school_id from public.orders o where o.id = order_id)',
  tax_documents: '(select school_id from public.orders o where o.id = order_id)',
  refunds: '(select school_id from public.orders o where o.id = order_id)',
  order_ratings: '(select school_id from public.orders o where o.id = order_id)',
  carts: '(select school_id from public.orders o where o.id = order_id)',
  saved_carts: '(select school_id from public.users u where u.id = user_id)',
  notifications: '(select school_id from public.users u where u.id = user_id)',
  super_admins: 'null::uuid',
};

export type Column = { name: string; isPlain: boolean; isWritable: boolean; isUpdatable: boolean };
export type Table = { name: string; school: string; columns: Column[] };
type Rows = { own: number; other: number; unowned: number };
const nothing: Rows = { own: 0, other: 0, unowned: 0 };

/** The API's tables with their columns and what `authenticated` may write of them. */
export async function readTables(owner: pg.Client): Promise<Table[]> {
  const { rows } = await owner.query<{ name: string; columns: Column[] }>(`
    select c.relname as name, jsonb_agg(jsonb_build_object('name', a.attname, 'isPlain', a.attgenerated = '' and a.attidentity = '',
      'isWritable', a.attgenerated = '' and a.attidentity = '' and has_column_privilege('authenticated', c.oid, a.attnum, 'insert'),
      'isUpdatable', a.attgenerated = '' and a.attidentity = '' and has_column_privilege('authenticated', c.oid, a.attnum, 'update')) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`);
  return rows.map(({ name, columns }) => ({
    name,
    columns,
    school: schoolOf[name] ?? (columns.some((column) => column.name === 'school_id') ? 'school_id' : 'null::uuid'),
  }));
}

/** Inserts rows again as an actor, each by itself, and tells how many rows were written; nothing is kept. One call is quicker than four per row. */
const insertAgain = `
  create or replace function pg_temp.insert_again(name text, columns text, claims text, actor text, copies jsonb)
  returns table (place text, inserted integer) language plpgsql as $$
  declare
    copy jsonb;
  begin
    for copy in select jsonb_array_elements(copies) loop
      place := copy ->> 'place';
      inserted := 0;
      begin
        -- The row makes room for its own copy, so that no unique key is in the way.
        execute format('delete from %s where ctid = %L', name, copy ->> 'line');
        begin
          perform set_config('request.jwt.claims', claims, true);
          perform set_config('role', actor, true);
          execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1)', name, columns) using copy -> 'row';
          get diagnostics inserted = row_count;
        exception when insufficient_privilege then
          inserted := 0;
        end;
        raise exception using errcode = 'UNDO1';
      exception when sqlstate 'UNDO1' then
      end;
      return next;
    end loop;
  end $$;`;

/** Tries one verb as one actor on everything and tells, from the rows before and after, what was reached. Nothing is kept. */
export class Prober {
  readonly #admin: pg.Client;
  readonly #ids: Map<string, string>;
  readonly #school: string;
  readonly #moreClaims: object;
  readonly #rowsOfEachPlace: number;
  readonly #totals = new Map<string, Rows>();
  /** Made once per connection: a new function makes PostgreSQL plan everything again. */
  #functions: Promise<unknown> | undefined;

  constructor(admin: pg.Client, ids: Map<string, string>, school: string, { claims = {}, rowsOfEachPlace = 40 } = {}) {
    this.#admin = admin;
    this.#ids = ids;
    this.#school = school;
    this.#moreClaims = claims;
    this.#rowsOfEachPlace = rowsOfEachPlace;
  }

  async reach(table: Table, verb: TableVerb, actor: string): Promise<AccessScope | 'none' | 'another school'> {
    const total = this.#totals.get(table.name) ?? (await this.#count(table));
    this.#totals.set(table.name, total);
    this.#functions ??= this.#admin.query(insertAgain);
    await this.#functions;
    await this.#admin.query('begin');
    try {
      const reached = await this.#try(table, verb, actor, total);
      return classify(reached.rows, reached.of, actor);
    } finally {
      await this.#admin.query('rollback');
    }
  }

  async #try(table: Table, verb: TableVerb, actor: string, total: Rows): Promise<{ rows: Rows; of: Rows }> {
    return verb === 'insert' ? this.#insertEach(table, actor) : { rows: await this.#reached(table, verb, actor, total), of: total };
  }

  async #reached(table: Table, verb: 'select' | 'update' | 'delete', actor: string, total: Rows): Promise<Rows> {
    const name = `public.${table.name}`;
    if (verb === 'select') {
      // A table granted column by column shows its key, but not where a row lies.
      const key = table.columns.some((column) => column.name === 'id') ? 'id' : 'ctid';
      return this.#count(table, `where t.${key}::text = any (string_to_array($2, ' '))`, [await this.#visible(table, key, actor)]);
    }
    // Only policies and grants are asked here: references and triggers would hide what they allow.
    await this.#admin.query('set local session_replication_role = replica');
    if (verb === 'delete') {
      if ((await this.#attempt(actor, `delete from ${name}`)) === 0) return nothing;
      const left = await this.#count(table);
      return { own: total.own - left.own, other: total.other - left.other, unowned: total.unowned - left.unowned };
    }
    const column = (table.columns.find((each) => each.isUpdatable) ?? table.columns.find((each) => each.isPlain))!.name;
    const { rows } = await this.#admin.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
    const updated = await this.#attempt(actor, `update ${name} set "${column}" = "${column}"`);
    // A written row carries the number of a transaction that began after this reading.
    return updated === 0 ? nothing : this.#count(table, 'where t.xmin::text::bigint >= $2', [rows[0]!.next]);
  }

  /** Tries to insert again what is there: some rows of each place, one where nobody may insert. */
  async #insertEach(table: Table, actor: string): Promise<{ rows: Rows; of: Rows }> {
    const name = `public.${table.name}`;
    await this.#admin.query('set local session_replication_role = replica');
    const writable = table.columns.filter((column) => column.isWritable);
    const columns = (writable.length > 0 ? writable : [table.columns.find((column) => column.isPlain)!])
      .map((column) => `"${column.name}"`)
      .join(', ');
    const { rows } = await this.#admin.query<{ row: unknown; line: string; place: keyof Rows }>(
      `select row, line, place from (
         select to_jsonb(t) as row, t.ctid as line, place, row_number() over (partition by place order by md5(t::text)) as n
         from ${name} t, lateral (select case when ${table.school} is null then 'unowned' when ${table.school} = $1 then 'own' else 'other' end as place) as p) as numbered
       where n <= $2`,
      [this.#school, writable.length > 0 ? this.#rowsOfEachPlace : 1],
    );
    const { claims, role } = this.#identity(actor);
    const { rows: results } = await this.#admin.query<{ place: keyof Rows; inserted: number }>(
      'select place, inserted from pg_temp.insert_again($1, $2, $3, $4, $5)',
      [name, columns, claims, role, JSON.stringify(rows)],
    );
    const reached = { ...nothing };
    const tried = { ...nothing };
    for (const { place, inserted } of results) {
      tried[place] += 1;
      reached[place] += inserted;
    }
    return { rows: reached, of: tried };
  }

  #identity(actor: string): { claims: string; role: string } {
    const claims = actor === 'anonymous' ? { role: 'anon' } : { ...claimsOf(this.#ids.get(actor)), ...this.#moreClaims };
    return { claims: JSON.stringify(claims), role: actor === 'anonymous' ? 'anon' : 'authenticated' };
  }

  /** Goes on as the actor until the savepoint `before_try` is left. */
  async #become(actor: string): Promise<void> {
    const { claims, role } = this.#identity(actor);
    await this.#admin.query(`savepoint before_try; set local request.jwt.claims = ${pg.escapeLiteral(claims)}; set local role ${role}`);
  }

  /** The keys of the rows that the actor sees, with a space between them: one text is quicker than thousands of rows. */
  async #visible(table: Table, key: 'id' | 'ctid', actor: string): Promise<string> {
    await this.#become(actor);
    try {
      const { rows } = await this.#admin.query<{ keys: string | null }>(
        `select string_agg(${key}::text, ' ') as keys from public.${table.name}`,
      );
      return rows[0]?.keys ?? '';
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
      return '';
    } finally {
      await this.#admin.query('rollback to savepoint before_try');
    }
  }

  /** Runs a write as the actor and tells how many rows it wrote: none when it was refused. */
  async #attempt(actor: string, sql: string, values: unknown[] = []): Promise<number> {
    await this.#become(actor);
    try {
      const { rowCount } = await this.#admin.query(sql, values);
      await this.#admin.query('reset role; release savepoint before_try');
      return rowCount ?? 0;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
      await this.#admin.query('rollback to savepoint before_try');
      return 0;
    }
  }

  async #count(table: Table, where = '', values: unknown[] = []): Promise<Rows> {
    const { rows } = await this.#admin.query<Record<keyof Rows, string>>(
      `select count(*) filter (where school = $1) as own, count(*) filter (where school <> $1) as other, count(*) filter (where school is null) as unowned
       from (select ${table.school} as school from public.${table.name} t ${where}) as places`,
      [this.#school, ...values],
    );
    return { own: Number(rows[0]!.own), other: Number(rows[0]!.other), unowned: Number(rows[0]!.unowned) };
  }
}

function classify(reached: Rows, total: Rows, actor: string): AccessScope | 'none' | 'another school' {
  const sum = reached.own + reached.other + reached.unowned;
  if (sum === 0) return 'none';
  if (sum === total.own + total.other + total.unowned) return 'all';
  if (reached.other > 0 && !actor.startsWith('super_admin')) return 'another school';
  return reached.own === total.own && total.own > 0 && reached.unowned === 0 ? 'school' : 'some';
}
