import fc from 'fast-check';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
type Attempt = { order: string; number: string; key: string; id: string; total: number; checkout: string };
type Report = Record<string, unknown>;

async function newAttempt(client: pg.ClientBase, method: 'mpesa' | 'card' = 'mpesa'): Promise<Attempt> {
  const key = crypto.randomUUID();
  const {
    rows: [addon],
  } = await client.query("select id from public.addons where name = 'Quick Fees'");
  const billing = { firstName: 'Ann', lastName: 'Were', email: `${key}@school.test`, phone: '0712345678', institution: 'Baraka' };
  const {
    rows: [order],
  } = await client.query('select id, order_number, total_amount from public.place_order($1, $2, $3, $4)', [
    key,
    JSON.stringify(billing),
    method,
    JSON.stringify([{ addon_id: addon.id, quantity: 1 }]),
  ]);
  const attempt = await another(client, { number: order.order_number, key }, method);
  return { order: order.id, number: order.order_number, key, total: order.total_amount, ...attempt };
}
async function another(
  client: pg.ClientBase,
  { number, key }: Pick<Attempt, 'number' | 'key'>,
  method: 'mpesa' | 'card' = 'mpesa',
): Promise<{ id: string; checkout: string }> {
  const phone = `2547${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const {
    rows: [opened],
  } = await client.query('select attempt_id from public.open_payment_attempt($1, $2, gen_random_uuid(), $3, null, $4)', [
    number,
    method,
    key,
    phone,
  ]);
  const checkout = `ws_CO_${crypto.randomUUID()}`;
  await client.query("select public.accept_payment_attempt($1, $2, 'merchant')", [opened.attempt_id, checkout]);
  return { id: opened.attempt_id, checkout };
}
const report = async (client: pg.ClientBase, { id }: { id: string }, told: Report) =>
  (await client.query('select public.apply_payment_report($1, $2) as outcome', [id, JSON.stringify(told)])).rows[0].outcome as string;
const success = (attempt: Attempt, receipt: string | null, more: Report = {}): Report => ({
  outcome: 'succeeded',
  receipt,
  amount: attempt.total,
  currency: 'KES',
  code: '0',
  ...more,
});
const failure = (code = '1032'): Report => ({ outcome: 'failed', failure: 'cancelled', code });
const receipt = () => `S${crypto.randomUUID().replaceAll('-', '').slice(0, 9).toUpperCase()}`;
/** As if its two minutes on the phone were over. */
const age = (client: pg.ClientBase, { id }: { id: string }) =>
  client.query(
    "update public.payment_attempts set created_at = created_at - interval '3 minutes', expires_at = now() - interval '1 minute' where id = $1",
    [id],
  );
const cancel = (client: pg.ClientBase, { number, key }: Attempt) => client.query('select public.cancel_payment($1, $2)', [number, key]);

async function stateOf(client: pg.ClientBase, { order, id }: Attempt): Promise<string> {
  const {
    rows: [row],
  } = await client.query(
    `select o.status || case when o.paid_at is null then '' else ' paid' end as "order", a.status::text as attempt,
    (select count(*)::int from public.licences l where l.order_id = o.id and l.revoked_at is null) as licences,
    (select coalesce(string_agg(state, ' ' order by state), 'none') from (select p.state::text from public.payments p where p.order_id = o.id) as states) as payments
    from public.orders o join public.payment_attempts a on a.id = $2 where o.id = $1`,
    [order, id],
  );
  return `${row.order} | ${row.attempt} | ${row.payments} | ${row.licences}`;
}

/** Runs on a connection of the server and keeps nothing of it. */
async function within<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await database.connect(null);
  await client.query('reset role; begin');
  try {
    return await work(client);
  } finally {
    await client.query('rollback');
    await client.end();
  }
}
beforeAll(async () => {
  await database.owner.query(`update public.settings set value = value || '{"methods": ["mpesa", "card", "bank"]}' where key = 'payments'`);
  await database.asServer((client) => client.query("select public.report_payment_providers('{mpesa,card}')"));
});

const paid = 'completed paid | succeeded | received | 1';
type Case = [name: string, ends: string, work: (client: pg.ClientBase, attempt: Attempt) => Promise<unknown>];
const cases: Case[] = [
  ['a success', paid, (c, a) => report(c, a, success(a, receipt()))],
  [
    'a success ten times',
    paid,
    async (c, a) => {
      const r = receipt();
      for (let i = 0; i < 10; i += 1) await report(c, a, success(a, r));
    },
  ],
  [
    'a receipt in small letters again',
    paid,
    async (c, a) => {
      const r = receipt();
      await report(c, a, success(a, r));
      await report(c, a, success(a, r.toLowerCase()));
    },
  ],
  ['a failure', 'pending | failed | none | 0', (c, a) => report(c, a, failure())],
  [
    'a failure after the success',
    paid,
    async (c, a) => {
      await report(c, a, success(a, receipt()));
      await report(c, a, failure());
    },
  ],
  [
    'a success after the failure',
    paid,
    async (c, a) => {
      await report(c, a, failure());
      await report(c, a, success(a, receipt()));
    },
  ],
  [
    'a success after the buyer gave up',
    paid,
    async (c, a) => {
      await cancel(c, a);
      await report(c, a, success(a, receipt()));
    },
  ],
  [
    'giving up after the success',
    paid,
    async (c, a) => {
      await report(c, a, success(a, receipt()));
      await cancel(c, a);
    },
  ],
  [
    'no answer at all',
    'pending | expired | none | 0',
    async (c, a) => {
      await age(c, a);
      await report(c, a, { outcome: 'pending' });
    },
  ],
  [
    'a success after the time ran out',
    paid,
    async (c, a) => {
      await age(c, a);
      await report(c, a, { outcome: 'pending' });
      await report(c, a, success(a, receipt()));
    },
  ],
  ['the query finds it, the callback never comes', paid, (c, a) => report(c, a, success(a, null, { amount: undefined }))],
  [
    'the query first, then the callback with the receipt',
    paid,
    async (c, a) => {
      await report(c, a, success(a, null));
      await report(c, a, success(a, receipt()));
    },
  ],
  [
    'the callback first, then the query without a receipt',
    paid,
    async (c, a) => {
      await report(c, a, success(a, receipt()));
      await report(c, a, success(a, null));
    },
  ],
  ['less than asked for', 'pending | needs_review | review | 0', (c, a) => report(c, a, success(a, receipt(), { amount: 1 }))],
  ['more than asked for', 'pending | needs_review | review | 0', (c, a) => report(c, a, success(a, receipt(), { amount: a.total + 1 }))],
  [
    'cents more than asked for',
    'pending | needs_review | review | 0',
    (c, a) => report(c, a, success(a, receipt(), { amount: a.total + 0.5 })),
  ],
  ['nothing at all, called a success', 'pending | needs_review | none | 0', (c, a) => report(c, a, success(a, receipt(), { amount: 0 }))],
  ['another currency', 'pending | needs_review | review | 0', (c, a) => report(c, a, success(a, receipt(), { currency: 'USD' }))],
  [
    'a receipt of another order',
    'pending | needs_review | none | 0',
    async (c, a) => {
      const other = await newAttempt(c);
      const r = receipt();
      await report(c, other, success(other, r));
      await report(c, a, success(a, r));
    },
  ],
  [
    'two charges for one request',
    'completed paid | succeeded | received surplus | 1',
    async (c, a) => {
      await report(c, a, success(a, receipt()));
      await report(c, a, success(a, receipt()));
    },
  ],
  [
    'two tries, both paid',
    'completed paid | succeeded | received surplus | 1',
    async (c, a) => {
      await age(c, a);
      const second = await another(c, a);
      await report(c, second, success(a, receipt()));
      await report(c, a, success(a, receipt()));
    },
  ],
  [
    'two tries, the first paid late, the second given up',
    'completed paid | succeeded | received | 1',
    async (c, a) => {
      await age(c, a);
      const second = await another(c, a);
      await cancel(c, a);
      await report(c, a, success(a, receipt()));
      await report(c, second, failure());
    },
  ],
  [
    'by bank and by phone',
    'completed paid | succeeded | received surplus | 1',
    async (c, a) => {
      await c.query("select public.record_payment($1, 'bank', $2, $3)", [a.order, a.total, receipt()]);
      await report(c, a, success(a, receipt()));
    },
  ],
  [
    'for an order that was cancelled meanwhile',
    'cancelled | succeeded | surplus | 0',
    async (c, a) => {
      await c.query("update public.orders set status = 'cancelled' where id = $1", [a.order]);
      await report(c, a, success(a, receipt()));
    },
  ],
  [
    'a report that says both',
    'pending | needs_review | none | 0',
    async (c, a) => {
      await report(c, a, { outcome: 'disputed', code: '1032' });
      await report(c, a, failure());
    },
  ],
  [
    'disputed first, confirmed later',
    paid,
    async (c, a) => {
      await report(c, a, { outcome: 'disputed' });
      await report(c, a, success(a, receipt()));
    },
  ],
  [
    'for no attempt we know',
    'pending | open | none | 0',
    async (c, a) => expect(await report(c, { id: crypto.randomUUID() }, success(a, receipt()))).toBe('unmatched'),
  ],
  ['not yet', 'pending | open | none | 0', (c, a) => report(c, a, { outcome: 'pending' })],
  ['found in the statement only', paid, (c, a) => statement(c, a, receipt(), a.total)],
  [
    'in the statement, then reported',
    paid,
    async (c, a) => {
      const r = receipt();
      await statement(c, a, r, a.total);
      await report(c, a, success(a, r));
    },
  ],
  [
    'confirmed without a receipt, then in the statement',
    paid,
    async (c, a) => {
      await report(c, a, success(a, null));
      await statement(c, a, receipt(), a.total);
    },
  ],
  ['a part typed by hand at the till', 'pending | open | received | 0', (c, a) => statement(c, a, receipt(), 10)],
];

async function statement(client: pg.ClientBase, attempt: Attempt, number: string, amount: number, reference?: string): Promise<string> {
  const {
    rows: [event],
  } = await client.query("select public.store_provider_event('daraja-statement', $1, '{}') as id", [number]);
  const {
    rows: [order],
  } = await client.query('select payment_reference from public.orders where id = $1', [attempt.order]);
  return (
    await client.query('select public.apply_statement_line($1, $2, $3, $4, now()) as outcome', [
      event.id,
      number,
      reference ?? order.payment_reference.toLowerCase(),
      amount,
    ])
  ).rows[0].outcome;
}

const happenings = ['success', 'query', 'failure', 'cancel', 'timeout', 'pending'] as const;
type Happening = (typeof happenings)[number];

/** Some or all of them, in every order. */
const arranged = (left: readonly Happening[]): Happening[][] =>
  left.flatMap((first) => [[first], ...arranged(left.filter((each) => each !== first)).map((rest) => [first, ...rest])]);

/** One state for the same happenings, whichever came first. */
const endsAsWritten = (events: readonly Happening[]) =>
  within(async (client) => {
    const attempt = await newAttempt(client);
    const number = receipt();
    for (const event of events) {
      if (event === 'success') await report(client, attempt, success(attempt, number));
      if (event === 'query') await report(client, attempt, success(attempt, null));
      if (event === 'failure') await report(client, attempt, failure());
      if (event === 'cancel') await cancel(client, attempt);
      if (event === 'timeout') {
        await age(client, attempt);
        await report(client, attempt, { outcome: 'pending' });
      }
      if (event === 'pending') await report(client, attempt, { outcome: 'pending' });
    }
    const has = (...wanted: Happening[]) => events.some((event) => wanted.includes(event));
    const ends = has('success', 'query')
      ? paid
      : `pending | ${has('failure') ? 'failed' : has('cancel') ? 'cancelled' : has('timeout') ? 'expired' : 'open'} | none | 0`;
    expect(`${events.join(', ')}: ${await stateOf(client, attempt)}`).toBe(`${events.join(', ')}: ${ends}`);
  });

describe('what is reported ends in one written state', () => {
  it.each(cases)('%s: %s', (_name, ends, work) =>
    within(async (client) => {
      const attempt = await newAttempt(client);
      await work(client, attempt);
      expect(await stateOf(client, attempt)).toBe(ends);
    }),
  );

  it('money for nobody we know is kept and listed', () =>
    within(async (client) => {
      const attempt = await newAttempt(client);
      expect(await statement(client, attempt, receipt(), 500, 'MISTYPED')).toBe('unmatched');
      expect((await client.query("select count(*)::int as n from public.provider_events where state = 'unmatched'")).rows[0].n).toBe(1);
    }));

  const ends = ['success', 'failure', 'cancel', 'timeout'] as const;
  it.each(ends)('whatever order success, failure, giving up and time come in: the 16 arrangements that begin with %s', async (first) => {
    const arrangements = arranged(ends).filter((events) => events[0] === first);
    expect(arrangements).toHaveLength(16);
    await Promise.all(arrangements.map(endsAsWritten));
  });

  it('and however often', () =>
    fc.assert(fc.asyncProperty(fc.array(fc.constantFrom(...happenings), { minLength: 1, maxLength: 7 }), endsAsWritten), { numRuns: 40 }));

  it('reports at the same moment from many sides count once', async () => {
    const attempt = await database.asServer((client) => newAttempt(client));
    const number = receipt();
    await Promise.all(
      Array.from({ length: 8 }, async (_, turn) => {
        const client = await database.connect(null);
        await client.query('reset role; set role service_role');
        await report(client, attempt, turn % 2 ? success(attempt, number) : success(attempt, null));
        await client.end();
      }),
    );
    expect(await stateOf(database.owner, attempt)).toBe(paid);
  });
});

describe('a buyer', () => {
  it('reads and gives up only with the key or the address', () =>
    within(async (client) => {
      const { number, key } = await newAttempt(client);
      const read = async (...args: unknown[]) =>
        (await client.query('select public.read_payment($1, $2, $3) as state', args)).rows[0].state;
      expect(await read(number, null, null)).toBeNull();
      expect(await read(number, crypto.randomUUID(), 'other@school.test')).toBeNull();
      expect((await read(number, key, null)).attempt).toMatchObject({
        status: 'open',
        phone: expect.stringMatching(/^07\d\d\*\*\*\d{3}$/),
      });
      expect((await read(number.toLowerCase(), null, ` ${key}@SCHOOL.test`)).order_status).toBe('pending');
      expect((await client.query('select public.cancel_payment($1, null, $2) as state', [number, 'x@y.test'])).rows[0].state).toBeNull();
    }));

  it('starts no second request while one stands on the phone, and none over the limit', () =>
    within(async (client) => {
      const attempt = await newAttempt(client);
      await cancel(client, attempt);
      await client.query('savepoint s');
      await expect(another(client, attempt)).rejects.toMatchObject({ code: 'PT409', hint: 'payment.under_way' });
      await client.query('rollback to s');
      await report(client, attempt, failure());
      await another(client, attempt);
      const large = await newAttempt(client, 'card');
      await client.query('update public.orders set total_amount = 250001, net_amount = 250001, vat_amount = 0 where id = $1', [
        large.order,
      ]);
      await expect(another(client, large)).rejects.toMatchObject({ hint: 'payment.limit_exceeded' });
    }));
});

describe('the page a card is paid on', () => {
  const open = async (client: pg.ClientBase, { number, key }: Attempt, method: 'mpesa' | 'card' = 'card') =>
    (
      await client.query(
        "select attempt_id, is_new from public.open_payment_attempt($1, $2, gen_random_uuid(), $3, null, '254712345678')",
        [number, method, key],
      )
    ).rows[0];
  const pageOf = (client: pg.ClientBase, { id }: Attempt) =>
    client.query("update public.payment_attempts set redirect_url = 'https://card.test/page' where id = $1", [id]);
  const shown = async (client: pg.ClientBase, { number, key }: Attempt) =>
    (await client.query('select public.read_payment($1, $2) as state', [number, key])).rows[0].state.attempt;

  it('is one for one order: a second tab, coming back, giving up and a declined card lead to the same one', () =>
    within(async (client) => {
      const attempt = await newAttempt(client, 'card');
      await pageOf(client, attempt);
      const same = { attempt_id: attempt.id, is_new: false };
      expect(await open(client, attempt)).toEqual(same);
      await cancel(client, attempt);
      expect(await open(client, attempt)).toEqual(same);
      await report(client, attempt, { outcome: 'failed', failure: 'declined', is_final: false });
      expect(await open(client, attempt)).toEqual(same);
      expect(await shown(client, attempt)).toMatchObject({
        id: attempt.id,
        status: 'open',
        failure: null,
        redirect_url: 'https://card.test/page',
      });
      await report(client, attempt, success(attempt, receipt()));
      expect(await stateOf(client, attempt)).toBe(paid);
    }));

  it('is the same one after a try by phone, and shows as the one that is open', () =>
    within(async (client) => {
      const attempt = await newAttempt(client, 'card');
      await pageOf(client, attempt);
      const byPhone = await open(client, attempt, 'mpesa');
      expect(byPhone.is_new).toBe(true);
      await report(client, { id: byPhone.attempt_id }, failure());
      expect(await open(client, attempt)).toEqual({ attempt_id: attempt.id, is_new: false });
      expect((await shown(client, attempt)).id).toBe(attempt.id);
    }));

  it('is waited for while it is being made, and made anew once it is over', () =>
    within(async (client) => {
      const attempt = await newAttempt(client, 'card');
      await client.query('update public.payment_attempts set accepted_at = null where id = $1', [attempt.id]);
      expect((await open(client, attempt)).is_new).toBe(false);
      await client.query("update public.payment_attempts set created_at = created_at - interval '31 seconds' where id = $1", [attempt.id]);
      expect((await open(client, attempt)).is_new).toBe(true);
      await pageOf(client, attempt);
      await client.query("update public.payment_attempts set expires_at = now() - interval '1 second'");
      await client.query('update public.payment_attempts set accepted_at = now()');
      expect((await open(client, attempt)).is_new).toBe(true);
    }));
});

describe('money that somebody has to look at', () => {
  it('is listed for super admins, and counted or assigned by them', async () => {
    const attempt = await database.asServer((client) => newAttempt(client));
    await database.asServer((client) => report(client, attempt, success(attempt, receipt(), { amount: attempt.total - 1 })));
    const strayed = receipt();
    const {
      rows: [event],
    } = await database.asServer((client) =>
      client.query("select public.store_provider_event('daraja-statement', $1, $2) as id", [
        strayed,
        JSON.stringify({ transactionId: strayed, amount: '1', billreference: 'TYPO' }),
      ]),
    );
    await database.asServer((client) => client.query("select public.apply_statement_line($1, $2, 'TYPO', 1, now())", [event.id, strayed]));
    const issues = (caller: string) =>
      database.as(caller, (client) => client.query<{ kind: string; id: string }>('select kind, id from public.list_payment_issues()'));
    await expect(issues('admin@greenfield.test')).rejects.toMatchObject({ code: '42501' });
    const { rows } = await issues(superAdmin);
    const review = rows.find(({ kind }) => kind === 'review');
    expect(rows).toContainEqual({ kind: 'unmatched', id: event.id });
    await database.as(superAdmin, (client) => client.query("select public.accept_payment($1, 'One shilling is missing')", [review?.id]));
    expect(await stateOf(database.owner, attempt)).toBe('pending | needs_review | received | 0');
    await database.as(superAdmin, (client) => client.query('select public.assign_provider_event($1, $2)', [event.id, attempt.number]));
    expect(await stateOf(database.owner, attempt)).toBe('completed paid | needs_review | received received | 1');
    expect((await issues(superAdmin)).rows.filter(({ id }) => id === event.id || id === review?.id)).toEqual([]);
  });
});

describe('a refund', () => {
  it('in part leaves the order, in full cancels it and revokes the licences; paid again they count again', async () => {
    const attempt = await database.asServer((client) => newAttempt(client, 'card'));
    await database.asServer((client) => report(client, attempt, success(attempt, receipt())));
    const {
      rows: [payment],
    } = await database.owner.query('select id from public.payments where order_id = $1', [attempt.order]);
    const ask = (caller: string, amount: number | null) =>
      database.as(caller, (client) => client.query('select (public.refund_payment($1, $2, $3)).id', [payment.id, 'Bought twice', amount]));
    await expect(ask('admin@greenfield.test', null)).rejects.toMatchObject({ code: '42501' });
    await expect(ask(superAdmin, attempt.total + 1)).rejects.toMatchObject({ hint: 'refund.invalid_amount' });
    const part = (await ask(superAdmin, 100)).rows[0].id;
    const apply = (id: string, isDone: boolean | null) =>
      database.asServer((client) => client.query("select public.apply_refund($1, $2, 'R1', 'refused')", [id, isDone]));
    await apply(part, null);
    await apply(part, true);
    await apply(part, false);
    expect(await stateOf(database.owner, attempt)).toBe(paid);
    const rest = (await ask(superAdmin, null)).rows[0].id;
    await expect(ask(superAdmin, null)).rejects.toMatchObject({ code: 'PT409', hint: 'refund.nothing_left' });
    await apply(rest, false);
    expect((await database.owner.query('select status from public.refunds where id = $1', [rest])).rows).toEqual([{ status: 'failed' }]);
    await database.as(superAdmin, (client) => client.query("select public.settle_refund($1, 'FT123')", [rest]));
    expect(await stateOf(database.owner, attempt)).toBe('cancelled | succeeded | received | 0');
    await database.as(superAdmin, (client) =>
      client.query("select public.reopen_order($1, 'They want it after all', 'pending')", [attempt.order]),
    );
    await database.asServer((client) =>
      client.query("select public.record_payment($1, 'bank', $2, $3)", [attempt.order, attempt.total, receipt()]),
    );
    expect(await stateOf(database.owner, attempt)).toBe('completed paid | succeeded | received received | 1');
  });
});
