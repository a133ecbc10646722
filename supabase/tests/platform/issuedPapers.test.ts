import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { addFixture } from '../access/fixture.ts';
import { checkPaper, issuePaper, madeWith } from '../issuedPapers.ts';

const database = useDatabase();
const [admin, parent, teacher, lakeside] = [
  'admin@greenfield.test',
  'parent@greenfield.test',
  'teacher@greenfield.test',
  'admin@lakeside.test',
];
const owned = async <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query<Row>(sql, values)).rows;
const made = madeWith;
const issue = (email: string, kind: string, of: object, template?: string) => issuePaper(database, email, kind, of, template);
const check = (code: string, address?: string) => checkPaper(database, code, address);

/** A payment for a child of the parent, and the child. */
const paid = async () => {
  const [row] = await owned<{ payment: string; student: string }>(
    `select p.id as payment, p.student_id as student from public.fee_payments p
     where p.reverses is null and p.reversed_at is null and p.student_id in (select sg.student_id from public.student_guardians sg
       join public.guardians g on g.id = sg.guardian_id join public.users u on u.id = g.user_id where u.email = $1) order by p.created_at limit 1`,
    [parent],
  );
  return row!;
};
/** Marks of a child in a term, whose card the administrator prints. */
const marked = async () => {
  const [row] = await owned<{ student: string; term: string; class: string }>(
    `select g.student_id as student, g.term_id as term, s.class_id as class from public.grades g join public.students s on s.id = g.student_id
     join public.schools h on h.id = s.school_id where h.name = 'Greenfield Academy' and s.class_id is not null and s.status = 'active' order by g.id limit 1`,
  );
  return row!;
};

beforeAll(() => addFixture(database.owner));
beforeEach(async () => {
  await owned('delete from private.issued_papers');
  await owned('delete from private.rate_limits');
});

describe('a receipt that was handed out', () => {
  it('says the same in every later print, also for the family and after the account changed', async () => {
    const of = await paid();
    const [first] = await issue(admin, 'receipt', of);
    expect(first).toMatchObject({ code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{16}$/), printed_on: expect.stringMatching(/^\d{4}-/) });
    await owned('update public.students set first_name = $1 where id = $2', ['Renamed', of.student]);
    expect(await issue(parent, 'receipt', of, 'another')).toEqual([first]);
    expect(await owned('select made_with from private.issued_papers')).toEqual([{ made_with: made('one') }]);
  });

  it('is told to nobody who may not see the account, and kept for none of them', async () => {
    const of = await paid();
    for (const email of [teacher, lakeside]) expect(await issue(email, 'receipt', of)).toEqual([]);
    expect(await owned('select from private.issued_papers')).toEqual([]);
    expect(await database.as(admin, (client) => refusal(client.query('select content from private.issued_papers')))).toMatchObject({
      code: '42501',
    });
  });

  it('is checked by its code, as it is typed from paper', async () => {
    const of = await paid();
    const [first] = await issue(admin, 'receipt', of);
    const typed = first!.code
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
      .replaceAll(/(.{4})(?=.)/g, '$1-');
    const checked = await check(` ${typed} `);
    expect(checked).toMatchObject({ state: 'holds', school: 'Greenfield Academy', says: { title: { sentence: 'Receipt' } } });
    const [payment] = await owned<{ amount: number; name: string }>(
      'select p.amount, s.full_name as name from public.fee_payments p join public.students s on s.id = p.student_id where p.id = $1',
      [of.payment],
    );
    const values = checked!.says.facts.map(([, value]) => value);
    expect(values).toContainEqual({ amount: payment!.amount, currency: 'KES' });
    expect(values).toContain(payment!.name);
  });

  it('is withdrawn once the payment was taken back, and another says so', async () => {
    const of = await paid();
    const [first] = await issue(admin, 'receipt', of);
    await owned('update public.fee_payments set reversed_at = now() where id = $1', [of.payment]);
    const [second] = await issue(admin, 'receipt', of);
    expect(second!.code).not.toBe(first!.code);
    expect(second!.content).toMatchObject({ payment: { is_reversed: true } });
    for (const { code } of [first!, second!]) expect((await check(code))?.state).toBe('withdrawn');
    await owned('update public.fee_payments set reversed_at = null where id = $1', [of.payment]);
  });

  it('is in the file of the child, and gone once the child is erased', async () => {
    const of = await paid();
    const [first] = await issue(admin, 'receipt', of);
    const file = (email: string) =>
      database.as(email, async (client) => {
        const { rows } = await client.query<{ file: { issued_paper_students?: object[] } }>('select public.export_student($1) as file', [
          of.student,
        ]);
        return rows[0]!.file.issued_paper_students;
      });
    for (const email of [admin, parent])
      expect(await file(email)).toMatchObject([{ paper: 'Receipt', code: first!.code, content: first!.content }]);
    await owned('delete from private.issued_paper_students where student_id = $1', [of.student]);
    expect(await check(first!.code)).toBeNull();
    expect(await owned('select from private.issued_papers')).toEqual([]);
  });
});

describe('a paper that follows its records', () => {
  it('is the same print while they are the same, and replaced by one that says something else', async () => {
    const { student } = await paid();
    const [first] = await issue(admin, 'statement', { student });
    expect(await issue(parent, 'statement', { student })).toEqual([first]);
    await database.as(admin, (client) => client.query("select public.record_fee_payment($1, 100, 'cash')", [student]));
    const [second] = await issue(admin, 'statement', { student });
    expect(second!.code).not.toBe(first!.code);
    expect(await check(first!.code)).toMatchObject({ state: 'replaced', replaced_on: expect.stringMatching(/^\d{4}-/) });
    expect(await check(second!.code)).toMatchObject({ state: 'holds', replaced_on: null });
  });

  it('has changed once a mark on a report card was changed, until it is printed with it', async () => {
    const of = await marked();
    const [card] = await issue(admin, 'report-card', { term: of.term, student: of.student });
    const checked = await check(card!.code);
    expect(checked).toMatchObject({ state: 'holds', says: { title: { sentence: 'Report card' } } });
    expect(checked!.says.facts.map(([, value]) => value)).toContainEqual(expect.stringMatching(/^\d+%$/));
    const change = 'update public.grades set score = score + $3, updated_at = clock_timestamp() where student_id = $1 and term_id = $2';
    await owned(change, [of.student, of.term, -1]);
    expect((await check(card!.code))?.state).toBe('changed');
    await owned(change, [of.student, of.term, 1]);
    expect(await issue(admin, 'report-card', { term: of.term, student: of.student })).toEqual([card]);
    expect((await check(card!.code))?.state).toBe('holds');
  });

  it('is a card of its own for each student of a class, the same as one printed alone', async () => {
    const of = await marked();
    const cards = await issue(admin, 'report-card', { term: of.term, class: of.class });
    expect(new Set(cards.map(({ code }) => code)).size).toBe(cards.length);
    const [alone] = await issue(admin, 'report-card', { term: of.term, student: of.student });
    expect(cards).toContainEqual(alone);
  });
});

describe('codes', () => {
  it('are not guessed: after thirty wrong ones a network is told nothing for an hour, and others go on', async () => {
    const of = await paid();
    const [first] = await issue(admin, 'receipt', of);
    for (let guess = 0; guess < 30; guess += 1) expect(await check(`${guess}`.padStart(16, '0'))).toBeNull();
    for (const code of [first!.code, '0'.repeat(16)]) expect(await refusal(check(code))).toMatchObject({ code: 'PT429' });
    expect((await check(first!.code, '10.1.1.2'))?.state).toBe('holds');
  });

  it('are of no kind that nobody declared', async () => {
    expect(await issue(admin, 'letter', {})).toEqual([]);
    expect(await check('')).toBeNull();
  });
});
