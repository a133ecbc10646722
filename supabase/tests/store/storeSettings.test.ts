import { describe, expect, it } from 'vitest';
import { mailPlaceholders } from '@masomo/domain/orderMails';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
type Setting = { value: Record<string, unknown>; updated_at: string };
type Answer = { updatedAt?: string; problems?: { path: string; problem: string }[] };
const groups = ['payments', 'company', 'subscriptions', 'emails', 'mail_budget'];

const read = async (key: string) =>
  (await database.owner.query<Setting>('select value, updated_at::text from public.settings where key = $1', [key])).rows[0]!;
async function save(key: string, change: (value: Record<string, unknown>) => unknown, caller: string | null = superAdmin): Promise<Answer> {
  const { value, updated_at: seen } = await read(key);
  const { rows } = await database.as(caller, (client) =>
    client.query<{ answer: Answer }>('select public.save_setting($1, $2, $3) as answer', [
      key,
      JSON.stringify(change(structuredClone(value))),
      seen,
    ]),
  );
  return rows[0]!.answer;
}
const problemsOf = async (...args: Parameters<typeof save>) => (await save(...args)).problems?.map(({ path }) => path) ?? [];
const quote = async () => {
  const {
    rows: [addon],
  } = await database.owner.query<{ id: string; price: number }>(
    'select id, price from public.addons where is_active order by position limit 1',
  );
  const { rows } = await database.as(null, (client) =>
    client.query<{ line_total: number; net_amount: number; vat_amount: number }>('select * from public.quote_order($1)', [
      JSON.stringify([{ addon_id: addon!.id, quantity: 1 }]),
    ]),
  );
  return rows[0]!;
};

describe('the settings of the store', () => {
  it('start valid', async () => {
    const { rows } = await database.owner.query(
      'select s.key, p.* from public.settings s, private.all_setting_problems(s.key, s.value) p where s.key = any ($1)',
      [groups],
    );
    expect(rows).toEqual([]);
  });

  it('refuse what a store cannot work with, at its field', async () => {
    expect(await problemsOf('payments', (value) => ({ ...value, methods: [] }))).toEqual(['methods']);
    expect(await problemsOf('payments', (value) => ({ ...value, methods: ['bank', 'bank'] }))).toEqual(['methods']);
    expect(await problemsOf('payments', (value) => ({ ...value, methods: ['cash'] }))).toEqual(['methods']);
    expect(await problemsOf('payments', (value) => ({ ...value, bank: { ...(value.bank as object), swift: 'no', validDays: 0 } }))).toEqual(
      ['bank.validDays'],
    );
    expect(await problemsOf('payments', (value) => ({ ...value, bank: { ...(value.bank as object), swift: 'no' } }))).toEqual([
      'bank.swift',
    ]);
    expect(await problemsOf('company', (value) => ({ ...value, kraPin: '12345' }))).toEqual(['kraPin']);
    expect(await problemsOf('company', (value) => ({ ...value, vatPercent: 16.5, currency: 'USD' }))).toEqual(['vatPercent']);
    expect(await problemsOf('company', (value) => ({ ...value, currency: 'USD' }))).toEqual(['currency']);
    expect(await problemsOf('subscriptions', (value) => ({ ...value, reminderDays: [7, 7] }))).toEqual(['reminderDays']);
    expect(await problemsOf('subscriptions', (value) => ({ ...value, graceDays: 181 }))).toEqual(['graceDays']);
    expect(await problemsOf('mail_budget', (value) => ({ ...value, trialSchoolDaily: 'many', trustedHops: 0 }))).toEqual([
      'trustedHops',
      'trialSchoolDaily',
    ]);
  });

  it('refuse placeholders that a mail does not replace', async () => {
    const receipt = (opening: string) =>
      problemsOf('emails', (value) => ({ ...value, receipt: { subject: 'Paid', opening, closing: '' } }));
    expect(await receipt('Hello {{ customer }}, receipt {{receipt}}.')).toEqual([]);
    expect(await receipt('Hello {{nobody}}.')).toEqual(['receipt.opening']);
    expect(await receipt('Hello {{customer.')).toEqual(['receipt.opening']);
    expect(await receipt('Within {{days}} days.')).toEqual(['receipt.opening']);
    expect(
      await problemsOf('emails', (value) => ({
        ...value,
        sw: { ...(value['sw'] as object), receipt: { subject: 'Imelipwa', opening: 'Ndani ya siku {{days}}.', closing: '' } },
      })),
    ).toEqual(['sw.receipt.opening']);
  });

  it('name the same placeholders as the screen', async () => {
    for (const [mail, known] of Object.entries(mailPlaceholders)) {
      const { rows } = await database.owner.query<{ known: string[] }>('select private.mail_placeholders($1) as known', [mail]);
      expect(rows[0]!.known.toSorted()).toEqual(known.toSorted());
    }
  });

  it('take effect: a rate of VAT in the next quote, a method switched off in the next order', async () => {
    const { line_total: total, net_amount: net } = await quote();
    expect(net).toBe(Math.round((total * 100 * 100) / 116) / 100);
    expect((await save('company', (value) => ({ ...value, vatPercent: 8 }))).updatedAt).toBeTruthy();
    const cheaper = await quote();
    expect(cheaper.net_amount).toBe(Math.round((total * 100 * 100) / 108) / 100);
    expect(cheaper.net_amount + cheaper.vat_amount).toBeCloseTo(total, 2);
    await save('payments', (value) => ({ ...value, methods: ['mpesa'] }));
    const {
      rows: [addon],
    } = await database.owner.query<{ id: string }>('select id from public.addons where is_active limit 1');
    const billing = {
      firstName: 'Amina',
      lastName: 'Otieno',
      email: 'amina@kilimani.test',
      phone: '0712345678',
      institution: 'Kilimani Primary',
    };
    const place = database.as(null, (client) =>
      client.query("select * from public.place_order(gen_random_uuid(), $1, 'bank', $2)", [
        JSON.stringify(billing),
        JSON.stringify([{ addon_id: addon!.id, quantity: 1 }]),
      ]),
    );
    expect((await refusal(place))?.hint).toBe('order.payment_method_unavailable');
  });

  it('are stored with their author, for super admins only', async () => {
    await save('subscriptions', (value) => ({ ...value, graceDays: 21 }));
    const { rows } = await database.owner.query<{ value: { graceDays: number }; saved_by: string | null }>(
      "select value, saved_by from public.setting_versions where key = 'subscriptions' order by saved_at desc limit 1",
    );
    expect(rows[0]).toMatchObject({ value: { graceDays: 21 }, saved_by: expect.any(String) as string });
    for (const caller of [
      'admin@greenfield.test',
      'staff@greenfield.test',
      'teacher@greenfield.test',
      'parent@greenfield.test',
      'student@greenfield.test',
      null,
    ]) {
      expect((await refusal(save('payments', (value) => value, caller)))?.code, String(caller)).toBe('42501');
      expect(
        (await refusal(database.as(caller, (client) => client.query('select public.configured_payment_methods()'))))?.code,
        String(caller),
      ).toBe('42501');
      expect(
        (await database.as(caller, (client) => client.query("select * from public.settings where key in ('emails', 'subscriptions')")))
          .rows,
        String(caller),
      ).toEqual([]);
    }
  });
});
