import { describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
const call = (caller: string | null, text: string, values: unknown[] = []) => database.as(caller, (client) => client.query(text, values));

describe('the order of questions', () => {
  const order = async () =>
    (
      await database.owner.query<{ id: string }>("select id from public.faqs where surface = 'faq' order by position, created_at, id")
    ).rows.map(({ id }) => id);

  it('changes by one step, stays at the ends, and leaves other pages alone', async () => {
    const others = async () =>
      (await database.owner.query("select id, position from public.faqs where surface <> 'faq' order by id")).rows as unknown;
    const [before, elsewhere] = [await order(), await others()];
    const [first, second, third] = before;
    await call(superAdmin, 'select public.move_question($1, true)', [third]);
    expect((await order()).slice(0, 3)).toEqual([first, third, second]);
    await call(superAdmin, 'select public.move_question($1, true)', [first]);
    expect((await order())[0]).toBe(first);
    await call(superAdmin, 'select public.move_question($1, false)', [third]);
    expect(await order()).toEqual(before);
    expect(await others()).toEqual(elsewhere);
  });

  it('is closed to other roles, and reports a deleted question', async () => {
    const [first] = await order();
    for (const caller of ['admin@greenfield.test', null])
      expect((await refusal(call(caller, 'select public.move_question($1, false)', [first])))?.code).toBe('42501');
    expect((await refusal(call(superAdmin, "select public.move_question('00000000-0000-4000-8000-0000000000ff', false)")))?.hint).toBe(
      'content.not_found',
    );
  });

  it('of testimonials as well', async () => {
    const testimonials = async () =>
      (await database.owner.query<{ id: string }>('select id from public.testimonials order by position, created_at, id')).rows.map(
        ({ id }) => id,
      );
    const [first, second, ...rest] = await testimonials();
    await call(superAdmin, 'select public.move_testimonial($1, false)', [first]);
    expect(await testimonials()).toEqual([second, first, ...rest]);
  });
});

describe('the price book', () => {
  type Entry = {
    id: string;
    name: string;
    kind: string;
    price: number;
    pricing_price: number | null;
    disagrees: boolean;
    change_id: string | null;
    total: string;
  };
  const list = async (args: string, caller: string | null = superAdmin) =>
    (await call(caller, `select * from public.list_price_book(${args})`)).rows as Entry[];

  it('has every plan, add-on and service, page by page', async () => {
    const {
      rows: [counted],
    } = await database.owner.query<{ all: string }>(
      'select (select count(*) from public.plans) + (select count(*) from public.addons) + (select count(*) from public.services) as all',
    );
    const pages = [
      await list('page_size => 10'),
      await list('page => 2, page_size => 10'),
      await list('page => 3, page_size => 10'),
      await list('page => 4, page_size => 10'),
    ].flat();
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
    expect(String(pages[0]?.total)).toBe(String(counted?.all));
    expect((await list("only_kind => 'plan'")).every(({ kind }) => kind === 'plan')).toBe(true);
    expect((await list("search => 'TWO-FACTOR'")).length).toBeGreaterThan(0);
    expect((await refusal(list('', 'admin@greenfield.test')))?.code).toBe('42501');
  });

  it('says where pages disagree, until the prices are aligned', async () => {
    const differing = await list('only_disagreements => true');
    expect(differing.length).toBeGreaterThanOrEqual(2);
    for (const { id } of differing) await call(superAdmin, 'select public.align_addon_prices($1)', [id]);
    expect(await list('only_disagreements => true')).toEqual([]);
  });

  it('shows an announced price until it is withdrawn', async () => {
    const [plan] = await list("only_kind => 'plan'");
    await call(superAdmin, "select public.schedule_price_change('plan', $1, 12345, private.today() + 45)", [plan?.id]);
    const [announced] = await list("only_kind => 'plan'");
    expect(announced).toMatchObject({ id: plan?.id, new_price: 12345 });
    await call(superAdmin, 'select public.cancel_price_change($1)', [announced?.change_id]);
    expect((await list("only_kind => 'plan'"))[0]?.change_id).toBeNull();
    expect((await refusal(call(superAdmin, 'select public.cancel_price_change($1)', [announced?.change_id])))?.hint).toBe(
      'price.change_over',
    );
  });
});

describe('the order of the add-ons', () => {
  it('changes by one step, for the store’s managers only', async () => {
    const order = async () =>
      (await database.owner.query<{ id: string }>('select id from public.addons order by position, name, id')).rows.map(({ id }) => id);
    const [first, second, ...rest] = await order();
    await call(superAdmin, 'select public.move_addon($1, true)', [second]);
    expect(await order()).toEqual([second, first, ...rest]);
    for (const caller of ['admin@greenfield.test', null])
      expect((await refusal(call(caller, 'select public.move_addon($1, true)', [first])))?.code).toBe('42501');
    expect(await order()).toEqual([second, first, ...rest]);
  });
});
