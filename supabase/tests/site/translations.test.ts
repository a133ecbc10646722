import { describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { runJob } from '../jobs.ts';

const database = useDatabase();
const queryAs = async (caller: string | null, text: string, values: unknown[] = []) =>
  (await database.as(caller, (client) => client.query<Record<string, unknown>>(text, values))).rows;
const asSuperAdmin = (text: string, values: unknown[] = []) => queryAs(superAdmin, text, values);

async function createQuestion(question: string, translations: object = {}) {
  const [row] = await asSuperAdmin(
    `insert into public.faqs (surface, category, question, answer, translations) values ('faq', 'General', $1, 'In English.', $2) returning id`,
    [question, translations],
  );
  return String(row?.['id']);
}
const stateOf = async (table: string, id: string) =>
  (await asSuperAdmin(`select needs_translation, translations -> 'sw' ? 'of' as is_stamped from public.${table} where id = $1`, [id]))[0];
const swahili = { question: 'Swali?', answer: 'Jibu.' };

describe('the content of a new installation', () => {
  it.each(['plans', 'addons', 'services', 'faqs', 'testimonials'])('is in Swahili: %s', async (table) => {
    expect(
      await asSuperAdmin(
        `select translations from public.${table} t where needs_translation <> '{}' and to_jsonb(t) ->> 'is_active' is distinct from 'false'`,
      ),
    ).toEqual([]);
  });

  it.each(['plans', 'addons'])('is in Swahili, line by line: %s', async (table) => {
    const lines = await asSuperAdmin(
      `select t.name, f.line, t.translations -> 'sw' -> 'features' ? f.line as is_translated from public.${table} t,
         lateral (select coalesce(l.value ->> 'text', l.value #>> '{}') as line from jsonb_array_elements(to_jsonb(t.features)) l) f where t.is_active`,
    );
    expect(lines.length).toBeGreaterThan(40);
    expect(lines.filter((line) => !line['is_translated'])).toEqual([]);
  });
});

describe('the translation of a question', () => {
  it('is missing, then current, and outdated once the English text changes', async () => {
    const id = await createQuestion('Is it translated?');
    expect(await stateOf('faqs', id)).toMatchObject({ needs_translation: ['sw'] });
    await asSuperAdmin('update public.faqs set translations = $2 where id = $1', [id, { sw: swahili }]);
    expect(await stateOf('faqs', id)).toEqual({ needs_translation: [], is_stamped: true });
    await asSuperAdmin('update public.faqs set position = 900, is_active = false where id = $1', [id]);
    expect(await stateOf('faqs', id)).toMatchObject({ needs_translation: [] });
    await asSuperAdmin(`update public.faqs set answer = 'Something else.' where id = $1`, [id]);
    expect(await stateOf('faqs', id)).toMatchObject({ needs_translation: ['sw'] });
    await asSuperAdmin(`update public.faqs set answer = 'In English.' where id = $1`, [id]);
    expect(await stateOf('faqs', id)).toMatchObject({ needs_translation: [] });
  });

  it('stays outdated while it is edited, until it is confirmed', async () => {
    const id = await createQuestion('Does it stay outdated?', { sw: swahili });
    await asSuperAdmin(`update public.faqs set answer = 'Something else.' where id = $1`, [id]);
    await asSuperAdmin('update public.faqs set translations = $2 where id = $1', [id, { sw: { ...swahili, answer: 'Nyingine.' } }]);
    expect(await stateOf('faqs', id)).toMatchObject({ needs_translation: ['sw'] });
    await asSuperAdmin('update public.faqs set translations = $2 where id = $1', [id, { sw: { ...swahili, answer: 'Nyingine.', of: '' } }]);
    expect(await stateOf('faqs', id)).toMatchObject({ needs_translation: [] });
  });

  it.each([
    ['a blank text', { sw: { question: ' ', answer: 'Jibu.' } }, 'sw.question'],
    ['a missing text', { sw: { question: 'Swali?' } }, 'sw.answer'],
    ['a long text', { sw: { question: 'a'.repeat(301), answer: 'Jibu.' } }, 'sw.question'],
    ['a text that is none', { sw: { question: 'Swali?', answer: ['Jibu.'] } }, 'sw.answer'],
    ['another field', { sw: { ...swahili, category: 'Jumla' } }, 'sw.category'],
    ['another language', { fr: swahili }, 'fr.'],
    ['a list', { sw: [swahili] }, 'sw.'],
  ])('is refused with %s', async (_name, translations, detail) => {
    const refused = await refusal(createQuestion(`Refused with ${detail}?`, translations));
    expect(refused?.hint).toBe('translation.invalid');
    expect(refused?.detail?.startsWith(detail)).toBe(true);
  });

  it('is read by visitors where the question is shown, and written by nobody but super admins', async () => {
    const [shown, hidden] = [await createQuestion('Shown?', { sw: swahili }), await createQuestion('Hidden?', { sw: swahili })];
    await asSuperAdmin('update public.faqs set is_active = false where id = $1', [hidden]);
    const read = (caller: string | null) =>
      queryAs(caller, `select translations #>> '{sw,answer}' as answer from public.faqs where id = any ($1)`, [[shown, hidden]]);
    expect(await read(null)).toEqual([{ answer: 'Jibu.' }]);
    expect(await read('admin@greenfield.test')).toEqual([{ answer: 'Jibu.' }]);
    expect(await read(superAdmin)).toHaveLength(2);
    expect((await refusal(queryAs(null, `update public.faqs set translations = '{}'`)))?.code).toBe('42501');
    expect(await queryAs('admin@greenfield.test', `update public.faqs set translations = '{}' returning id`)).toEqual([]);
    expect((await refusal(asSuperAdmin(`update public.faqs set needs_translation = '{}'`)))?.code).toBe('42501');
  });
});

describe('the translation of a page', () => {
  const body = [{ type: 'heading', text: 'Habari' }];
  const sw = { title: 'Karibu', meta_description: 'Maelezo', body };
  const asVisitor = async (slug: string) =>
    (
      await queryAs(null, `select title, translations #>> '{sw,title}' as swahili, languages from public.published_pages where slug = $1`, [
        slug,
      ])
    )[0];
  async function createPage(slug: string, translations: object = { sw }) {
    const [row] = await asSuperAdmin(`insert into public.cms_pages (title, slug, translations) values ('Welcome', $1, $2) returning id`, [
      slug,
      translations,
    ]);
    return String(row?.['id']);
  }
  const publish = (id: string) => asSuperAdmin('select public.publish_page($1)', [id]);
  const translate = (id: string, translations: object) =>
    asSuperAdmin('update public.cms_pages set translations = $2 where id = $1 returning version, has_changes', [id, translations]);

  it('is published with the page and changes for visitors when the page is published again', async () => {
    const id = await createPage('welcome-published');
    expect(await asVisitor('welcome-published')).toBeUndefined();
    expect((await refusal(queryAs(null, 'select translations from public.cms_pages')))?.code).toBe('42501');
    expect(await queryAs('admin@greenfield.test', 'select translations from public.cms_pages')).toEqual([]);
    await publish(id);
    expect(await asVisitor('welcome-published')).toEqual({ title: 'Welcome', swahili: 'Karibu', languages: ['en', 'sw'] });
    expect(await translate(id, { sw: { ...sw, title: 'Karibuni' } })).toEqual([{ version: 2, has_changes: true }]);
    expect(await asVisitor('welcome-published')).toMatchObject({ swahili: 'Karibu' });
    await publish(id);
    expect(await asVisitor('welcome-published')).toMatchObject({ swahili: 'Karibuni' });
    await translate(id, {});
    await publish(id);
    expect(await asVisitor('welcome-published')).toMatchObject({ swahili: null, languages: ['en'] });
  });

  it('does not change the page when the same texts are saved again', async () => {
    const id = await createPage('welcome-unchanged');
    await publish(id);
    expect(await translate(id, { sw })).toEqual([{ version: 1, has_changes: false }]);
  });

  it('is scheduled and restored with its version, as outdated as it was', async () => {
    const id = await createPage('welcome-scheduled');
    await asSuperAdmin(`select public.schedule_page($1, 1, now() + interval '1 hour', null)`, [id]);
    await translate(id, { sw: { ...sw, title: 'Baadaye' } });
    await database.owner.query(`update public.cms_pages set publish_at = now() - interval '1 minute' where id = $1`, [id]);
    await runJob(database, 'pages');
    expect(await asVisitor('welcome-scheduled')).toMatchObject({ swahili: 'Karibu' });

    await asSuperAdmin(`update public.cms_pages set title = 'Welcome again' where id = $1`, [id]);
    await publish(id);
    const [outdated] = await asSuperAdmin('select id from public.cms_page_versions where page_id = $1 order by created_at desc limit 1', [
      id,
    ]);
    await translate(id, { sw: { ...sw, of: '' } });
    expect(await stateOf('cms_pages', id)).toMatchObject({ needs_translation: [] });
    await asSuperAdmin('select public.restore_page_version($1)', [outdated?.['id']]);
    expect(await stateOf('cms_pages', id)).toMatchObject({ needs_translation: ['sw'] });
  });

  it('stays when a version from before it is restored, marked as outdated', async () => {
    const id = await createPage('welcome-older', {});
    await publish(id);
    const [older] = await asSuperAdmin('select id from public.cms_page_versions where page_id = $1', [id]);
    await asSuperAdmin(`update public.cms_pages set title = 'Welcome again' where id = $1`, [id]);
    await translate(id, { sw });
    await asSuperAdmin('select public.restore_page_version($1)', [older?.['id']]);
    expect(await stateOf('cms_pages', id)).toMatchObject({ needs_translation: ['sw'] });
    const [page] = await asSuperAdmin(`select title, translations #>> '{sw,title}' as swahili from public.cms_pages where id = $1`, [id]);
    expect(page).toEqual({ title: 'Welcome', swahili: sw.title });
  });

  it('may be prepared by an editor, whom only a publisher lets reach visitors', async () => {
    const id = await createPage('welcome-prepared', {});
    await publish(id);
    const editor = String((await database.owner.query(`select id from auth.users where email = $1`, [superAdmin])).rows[0]?.id);
    await database.owner.query(`insert into public.cms_rights (id, cms_right) values ($1, 'editor')`, [editor]);
    try {
      await translate(id, { sw });
      expect(await asVisitor('welcome-prepared')).toMatchObject({ languages: ['en'] });
      expect((await refusal(publish(id)))?.hint).toBe('cms.publisher_only');
      expect((await refusal(createQuestion('By an editor?', { sw: swahili })))?.hint).toBe('cms.publisher_only');
    } finally {
      await database.owner.query('delete from public.cms_rights where id = $1', [editor]);
    }
  });
});

describe('the seeded content', () => {
  it.each(['faqs', 'testimonials', 'plans', 'addons', 'services'])('has all of its %s in Swahili', async (table) => {
    const untranslated = await database.owner.query(
      `select id from public.${table} where needs_translation <> '{}' and created_at = updated_at ${table === 'plans' ? 'and is_active' : ''}`,
    );
    expect(untranslated.rows).toEqual([]);
    const { rows } = await queryAs(null, `select count(*)::integer as translated from public.${table} where translations ? 'sw'`).then(
      (found) => ({ rows: found }),
    );
    expect(Number(rows[0]?.['translated'])).toBeGreaterThan(2);
  });

  it('has its pages in Swahili, published, without the legal texts', async () => {
    const { rows } = await database.owner.query(
      `select p.slug from public.published_pages p join public.cms_pages c on c.id = p.page_id where 'sw' = any (languages) and not c.has_changes and c.updated_by is null order by slug`,
    );
    expect(rows.map(({ slug }: { slug: string }) => slug)).toEqual(['community', 'documentation', 'home', 'video-tutorials']);
  });

  it('has each line of its plans and add-ons in Swahili', async () => {
    const { rows } = await database.owner.query(`
      select line from (
        select f ->> 'text' as line, translations from public.plans, jsonb_array_elements(features) as f
        union all select f, translations from public.addons, unnest(features) as f) as lines
      where translations ? 'sw' and not translations #> '{sw,features}' ? line`);
    expect(rows).toEqual([]);
  });
});
