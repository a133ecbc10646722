import { describe, expect, it } from 'vitest';
import { inEnglish, type Sentence } from '@masomo/domain/sentences';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const bodies = async () =>
  (
    await database.owner.query<{ name: string; body: string }>(
      `select p.oid::regprocedure::text as name, p.prosrc as body from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'`,
    )
  ).rows;

describe('every function of the database', () => {
  it('refuses by private.refuse alone, but for what stops who declares a table', async () => {
    const raising = (await bodies()).filter(({ body }) => /\braise\s+exception\b/i.test(body)).map(({ name }) => name.split('(')[0]);
    expect(raising.sort()).toEqual(['private.refuse', 'private.school_table', 'private.tell_changes']);
  });

  it('names each value of its sentence, and no other', async () => {
    const calls = (await bodies()).flatMap(({ name, body }) =>
      [
        ...body.matchAll(
          /private\.(?:refuse\(\s*'[a-z_.]+',|say\()\s*'((?:[^']|'')*)',\s*jsonb_build_object\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g,
        ),
      ].map(([, sentence = '', args = '']) => ({ name, sentence, args })),
    );
    const wrong = calls.filter(({ sentence, args }) => {
      const places = new Set([...sentence.matchAll(/\{(\w+)[,}]/g)].map(([, place]) => place));
      return [...places].some((place) => !args.includes(`'${place}'`));
    });
    expect(calls.length).toBeGreaterThan(40);
    expect(wrong).toEqual([]);
  });
});

describe('a refusal', () => {
  it('carries its code, the finished sentence, its values and the field', async () => {
    const raised = await refusal(
      database.owner.query(
        `select private.refuse('test.full', 'Only {amount} until {day} for {count, plural, one {# child} other {# children}}.',
          jsonb_build_object('amount', private.money(5000), 'day', private.day('2026-11-28'), 'count', 1200), 'amount', 'PT409')`,
      ),
    );
    expect(raised).toMatchObject({
      code: 'PT409',
      hint: 'test.full',
      message: 'Only KES 5,000 until 28 Nov 2026 for 1,200 children.',
      detail: 'amount',
      args: { amount: { amount: 5000, currency: 'KES' }, day: { day: '2026-11-28' }, count: 1200 },
    });
  });
});

it.each<[Sentence['sentence'], Sentence['args']]>([
  ['{count, plural, one {# child} other {# children}}', { count: 1 }],
  ['{score} of {most}', { score: 17.5, most: 1000 }],
  ['{amount} for {day}', { amount: { amount: 1250.5, currency: 'KES' }, day: { day: '2026-02-03' } }],
  ['{amount} received', { amount: { amount: 12, currency: 'EUR' } }],
  ['"{name}" is taken.', { name: 'A {count} of ’#’' }],
])('"%s" is said alike by the database and by the apps', async (sentence, args) => {
  const { rows } = await database.owner.query<{ english: string }>('select private.in_english(private.say($1, $2)) as english', [
    sentence,
    args,
  ]);
  expect(rows[0]?.english).toBe(inEnglish({ sentence, args }));
});
