import { beforeAll, describe, expect, it } from 'vitest';
import { searchPatterns } from '@masomo/data/listing';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const name = 'Ŵanjikũ O’Brien';
const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<{ id: string }>(sql, values)).rows;
const asSuperAdmin = (sql: string, values: unknown[] = []) => database.as(superAdmin, (client) => client.query(sql, values));
const school = "(select id from public.schools where name = 'Greenfield Academy')";

/** Rows of each list that a person searches, with the name where the list looks for it. */
const searched: [table: string, add: () => Promise<unknown>][] = [
  [
    'school_exits',
    () =>
      owned(
        `insert into public.school_exits (school_id, school, ended_on, closes_on, deletes_on) values (${school}, $1, '2026-01-01', '2026-02-01', '2026-04-01')`,
        [name],
      ),
  ],
  ['subscription_overview', () => owned("update public.schools set name = $1 where name = 'Lakeside School'", [name])],
  [
    'addons',
    () =>
      asSuperAdmin(
        "insert into public.addons (name, description, category, price, position) values ($1, 'For a trial.', 'saas', 1000, 60)",
        [name],
      ),
  ],
  ['licences', () => owned('update public.licences set name = $1 where id = (select min(id::text)::uuid from public.licences)', [name])],
  ['cms_pages', () => asSuperAdmin("insert into public.cms_pages (title, slug) values ($1, 'folded')", [name])],
  [
    'published_pages',
    () =>
      owned(
        "insert into public.published_pages (page_id, slug, title, body, version) select id, 'folded', title, '[]', 1 from public.cms_pages where slug = 'folded'",
      ),
  ],
  [
    'cms_media',
    () =>
      asSuperAdmin(
        "insert into public.cms_media (filename, original_filename, file_path, file_size, mime_type, alt_text) values ('f.png', 'f.png', 'media/f.png', 1, 'image/png', $1)",
        [name],
      ),
  ],
  ['site_redirects', () => owned("insert into public.site_redirects (from_path, to_path) values ('/folded-from', '/a/ŵanjikũ/o’brien')")],
  ['faqs', () => asSuperAdmin("insert into public.faqs (surface, question, answer) values ('faq', 'Who is it?', $1)", [name])],
  [
    'testimonials',
    () =>
      asSuperAdmin("insert into public.testimonials (quote, author, role, institution) values ('Good.', $1, 'Head', 'A school')", [name]),
  ],
  [
    'thermal_prints',
    () =>
      owned(
        `insert into public.thermal_prints (school_id, document_id, receipt_number, copy) values (${school}, gen_random_uuid(), $1, 0)`,
        [name],
      ),
  ],
];

describe('a search finds text however its accents, apostrophes and case are written', () => {
  beforeAll(async () => {
    for (const [, add] of searched) await add();
  });

  it.each(searched.map(([table]) => table))('in %s', async (table) => {
    for (const written of ['wanjiku', 'O’BRIEN', "o'brien ŴANJIKŨ"])
      expect(
        (await owned(`select from public.${table} where search_text like all ($1)`, [searchPatterns(written)])).length,
        written,
      ).toBeGreaterThan(0);
    expect((await owned(`select from public.${table} where search_text like all ($1)`, [searchPatterns('nobody else')])).length).toBe(0);
  });
});

describe('a name is taken however its accents, apostrophes and case are written', () => {
  it.each([
    ['plans', "(name, description, category, price, period) values ($1, 'For a trial.', 'saas', 1000, 'term')"],
    ['addons', "(name, description, category, price) values ($1, 'For a trial.', 'standalone', 1000)"],
    ['services', "(name, description, category, price, unit) values ($1, 'For a trial.', 'saas', 1000, 'one-time')"],
    ['faqs', "(surface, question, answer) values ('pricing', $1, 'Yes.')"],
  ])('in %s', async (table, row) => {
    await asSuperAdmin(`insert into public.${table} ${row}`, ['Lunch of Ŵanjikũ’s']);
    await expect(asSuperAdmin(`insert into public.${table} ${row}`, ["LUNCH  of wanjiku's"])).rejects.toMatchObject({ code: '23505' });
  });

  it('in the fees of a term', async () => {
    const fee = (title: string) =>
      database.as('admin@greenfield.test', (client) =>
        client.query(
          `select public.save_fee((select id from public.school_terms where school_id = ${school} order by starts_on desc limit 1), $1, 100, private.today())`,
          [title],
        ),
      );
    await fee('Trip of Ŵanjikũ’s');
    expect((await refusal(fee("TRIP of wanjiku's")))?.hint).toBe('fee.name_taken');
  });

  it('in the assessments of a class', async () => {
    const [taught] = await owned(
      "select cs.class_id as id, cs.subject_id as subject from public.class_subjects cs join public.users u on u.id = cs.teacher_id where u.email = 'teacher@greenfield.test' limit 1",
    );
    const { id, subject } = taught as unknown as { id: string; subject: string };
    const add = (title: string) =>
      database.as('teacher@greenfield.test', (client) =>
        client.query(
          `select public.save_assessment($1, $2, t.id, $3, 20, 1) from public.school_terms t
           where t.school_id = ${school} order by t.starts_on desc limit 1`,
          [id, subject, title],
        ),
      );
    await add('Kazi ya Ŵanjikũ’s');
    expect((await refusal(add("KAZI ya wanjiku's")))?.hint).toBe('assessment.name_taken');
  });
});

describe('the words of a search', () => {
  it('are read once for a query, not for each row', async () => {
    const again = await owned(
      `select p.oid::regprocedure::text as id from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and regexp_replace(p.prosrc, '(\\(select |:= )private\\.search_patterns\\(', '', 'g') ~ 'private\\.search_patterns\\('`,
    );
    expect(again).toEqual([]);
  });
});
