import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const admin = 'admin@lakeside.test';
const ids: Record<string, string> = {};

const owned = async (sql: string, values: unknown[] = []) => (await database.owner.query<Record<string, unknown>>(sql, values)).rows;
const call = async <T>(sql: string, values: unknown[] = []) =>
  (await database.as(admin, (client) => client.query<{ r: T }>(`select ${sql} as r`, values))).rows[0]!.r;
const addFee = (name: string, amount: number, days: number) =>
  call<string>('public.save_fee($1, $2, $3, private.today() + $4::integer)', [ids['term'], name, amount, days]);
const bill = () => call<{ students: number; invoices: number }>('public.bill_term($1)', [ids['term']]);

/** Every invoice of the school by its number, with all that is printed on it. */
const issued = async () =>
  new Map(
    (
      await owned(
        `select i.invoice_number, i.issued_on::text, i.student_id, l.amount as total, l.due_on::text,
          (select json_agg(json_build_array(c.name, c.amount, c.due_on) order by c.id) from public.fee_charges c where c.invoice_id = i.id) as lines
        from public.fee_invoices i, lateral (select sum(c.amount) as amount, min(c.due_on) as due_on from public.fee_charges c where c.invoice_id = i.id) l
        where i.school_id = $1`,
        [ids['school']],
      )
    ).map((invoice) => [String(invoice['invoice_number']), invoice]),
  );

beforeAll(async () => {
  ids['school'] = String((await owned("select id from public.schools where name = 'Lakeside School'"))[0]?.['id']);
  ids['term'] = await call<string>("public.save_term('Long ahead', private.today() + 900, private.today() + 990)");
  ids['student'] = String(
    (await owned("select id from public.students where school_id = $1 and status = 'active' order by id limit 1", [ids['school']]))[0]?.[
      'id'
    ],
  );
});

describe('an issued invoice', () => {
  it('never changes, in whatever order fees are added, changed, removed, billed, paid, paid ahead and reversed', async () => {
    let count = 0;
    const fees: string[] = [];
    const payments: string[] = [];
    const at = (list: readonly string[], index: number) => list[index % Math.max(list.length, 1)];
    const [amount, index] = [fc.integer({ min: 1, max: 90_000 }), fc.nat(50)];
    const move = fc.oneof(
      fc.tuple(amount, fc.integer({ min: -60, max: 60 })).map(([value, days]) => async () => {
        fees.push(await addFee(`Fee ${(count += 1)}`, value, days));
      }),
      // A fee that is billed refuses both.
      fc.tuple(index, amount).map(([n, value]) => async () => {
        const fee = at(fees, n);
        if (fee) await refusal(call("public.save_fee($1, 'Changed', $2, private.today(), null, $3)", [ids['term'], value, fee]));
      }),
      index.map((n) => async () => {
        const fee = at(fees, n);
        if (fee) await refusal(call('public.remove_fee($1)', [fee]));
      }),
      amount.map((value) => async () => {
        payments.push(await call<string>("(public.record_fee_payment($1, $2, 'cash')).id", [ids['student'], value]));
      }),
      index.map((n) => async () => {
        const payment = at(payments, n);
        if (payment) await refusal(call("to_jsonb(public.reverse_fee_payment($1, 'Wrong student'))", [payment]));
      }),
      fc.constant(async () => {
        await call("public.save_student($1, 'Late', 'Comer')", [`LS/${9000 + (count += 1)}`]);
      }),
      fc.constant(bill),
      fc.constant(bill),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 12 }), async (moves) => {
        let before = await issued();
        for (const take of [...moves, bill]) {
          await take();
          const after = await issued();
          for (const [number, invoice] of before) expect(after.get(number)).toEqual(invoice);
          before = after;
        }
      }),
      { numRuns: 12 },
    );
    expect(await owned('select count(*) from public.fee_invoices where term_id = $1 having count(*) > 20', [ids['term']])).toHaveLength(1);
  });

  it('has what was added later on another one, due on its own day, and nobody is overdue on the day of the bill', async () => {
    await addFee('Early', 500, -30);
    await addFee('Later', 700, 20);
    await bill();
    const rows = await owned(
      `select c.name, c.due_on - private.today() as days, i.issued_on - private.today() as issued from public.fee_charges c join public.fee_invoices i on i.id = c.invoice_id
      where c.student_id = $1 and c.name in ('Early', 'Later') order by c.name`,
      [ids['student']],
    );
    expect(rows).toEqual([
      { name: 'Early', days: 0, issued: 0 },
      { name: 'Later', days: 20, issued: 0 },
    ]);
  });

  it('and its lines refuse every change in the database, and another line', async () => {
    const [line] = await owned('select id, invoice_id from public.fee_charges where school_id = $1 and invoice_id is not null limit 1', [
      ids['school'],
    ]);
    for (const sql of [
      'update public.fee_charges set amount = amount + 1 where id = $1',
      "update public.fee_charges set name = 'Other' where id = $1",
      'update public.fee_charges set due_on = due_on + 1 where id = $1',
      'update public.fee_charges set invoice_id = null where id = $1',
      'update public.fee_invoices set issued_on = issued_on + 1 where id = (select invoice_id from public.fee_charges where id = $1)',
      "insert into public.fee_charges (school_id, student_id, name, amount, due_on, invoice_id) select school_id, student_id, 'More', 1, due_on, invoice_id from public.fee_charges where id = $1",
    ])
      expect((await refusal(owned(sql, [line?.['id']])))?.hint, sql).toBe('invoice.issued');
  });
});
