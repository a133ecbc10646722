import fc from 'fast-check';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  cancel,
  endPrompt,
  failure,
  newAttempt,
  openAttempt,
  receipt,
  report,
  reportStatementLine,
  stateOf,
  success,
  usePaymentsDatabase,
  type Attempt,
  paid,
} from './paymentFixtures.ts';

const { database, inRolledBackTransaction } = usePaymentsDatabase();

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
      await endPrompt(c, a);
      await report(c, a, { outcome: 'pending' });
    },
  ],
  [
    'a success after the time ran out',
    paid,
    async (c, a) => {
      await endPrompt(c, a);
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
      await endPrompt(c, a);
      const second = await openAttempt(c, a);
      await report(c, second, success(a, receipt()));
      await report(c, a, success(a, receipt()));
    },
  ],
  [
    'two tries, the first paid late, the second given up',
    'completed paid | succeeded | received | 1',
    async (c, a) => {
      await endPrompt(c, a);
      const second = await openAttempt(c, a);
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
    'for an order that was cancelled before',
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
  ['found in the statement only', paid, (c, a) => reportStatementLine(c, a, receipt(), a.total)],
  [
    'in the statement, then reported',
    paid,
    async (c, a) => {
      const r = receipt();
      await reportStatementLine(c, a, r, a.total);
      await report(c, a, success(a, r));
    },
  ],
  [
    'confirmed without a receipt, then in the statement',
    paid,
    async (c, a) => {
      await report(c, a, success(a, null));
      await reportStatementLine(c, a, receipt(), a.total);
    },
  ],
  ['a part typed by hand at the till', 'pending | open | received | 0', (c, a) => reportStatementLine(c, a, receipt(), 10)],
];

const reportKinds = ['success', 'query', 'failure', 'cancel', 'timeout', 'pending'] as const;
type ReportKind = (typeof reportKinds)[number];

/** Some or all of them, in every order. */
const permutations = (left: readonly ReportKind[]): ReportKind[][] =>
  left.flatMap((first) => [[first], ...permutations(left.filter((each) => each !== first)).map((rest) => [first, ...rest])]);

/** One state for the same reportKinds, whichever came first. */
const expectedState = (events: readonly ReportKind[]) =>
  inRolledBackTransaction(async (client) => {
    const attempt = await newAttempt(client);
    const number = receipt();
    for (const event of events) {
      if (event === 'success') await report(client, attempt, success(attempt, number));
      if (event === 'query') await report(client, attempt, success(attempt, null));
      if (event === 'failure') await report(client, attempt, failure());
      if (event === 'cancel') await cancel(client, attempt);
      if (event === 'timeout') {
        await endPrompt(client, attempt);
        await report(client, attempt, { outcome: 'pending' });
      }
      if (event === 'pending') await report(client, attempt, { outcome: 'pending' });
    }
    const has = (...kinds: ReportKind[]) => events.some((event) => kinds.includes(event));
    const ends = has('success', 'query')
      ? paid
      : `pending | ${has('failure') ? 'failed' : has('cancel') ? 'cancelled' : has('timeout') ? 'expired' : 'open'} | none | 0`;
    expect(`${events.join(', ')}: ${await stateOf(client, attempt)}`).toBe(`${events.join(', ')}: ${ends}`);
  });

describe('what is reported ends in one written state', () => {
  it.each(cases)('%s: %s', (_name, ends, work) =>
    inRolledBackTransaction(async (client) => {
      const attempt = await newAttempt(client);
      await work(client, attempt);
      expect(await stateOf(client, attempt)).toBe(ends);
    }),
  );

  it('money without a known order is stored and listed', () =>
    inRolledBackTransaction(async (client) => {
      const attempt = await newAttempt(client);
      expect(await reportStatementLine(client, attempt, receipt(), 500, 'MISTYPED')).toBe('unmatched');
      expect((await client.query("select count(*)::int as n from public.provider_events where state = 'unmatched'")).rows[0].n).toBe(1);
    }));

  const ends = ['success', 'failure', 'cancel', 'timeout'] as const;
  it.each(ends)('whatever order success, failure, giving up and time come in: the 16 arrangements that begin with %s', async (first) => {
    const arrangements = permutations(ends).filter((events) => events[0] === first);
    expect(arrangements).toHaveLength(16);
    await Promise.all(arrangements.map(expectedState));
  });

  it('and however often', () =>
    fc.assert(fc.asyncProperty(fc.array(fc.constantFrom(...reportKinds), { minLength: 1, maxLength: 7 }), expectedState), { numRuns: 40 }));

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
