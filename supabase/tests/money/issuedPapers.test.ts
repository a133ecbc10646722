import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';

const database = useDatabase();
const [admin, parent, teacher, lakeside] = [
  'admin@greenfield.test',
  'parent@greenfield.test',
  'teacher@greenfield.test',
  'admin@lakeside.test',
];
type Issued = {
  balance: number;
  printed_on: string;
  payment: { id: string; amount: number; is_reversed: boolean };
  student: { name: string };
};
const made = (template: string) => ({ template, compiler: '0.7.0', fonts: { 'noto-sans': '0.4.2' } });

/** A payment for a child of the parent, and the child. */
const paid = async () => {
  const { rows } = await database.owner.query<{ payment: string; student: string }>(
    `select p.id as payment, p.student_id as student from public.fee_payments p
     where p.reverses is null and p.reversed_at is null and p.student_id in (select sg.student_id from public.student_guardians sg
       join public.guardians g on g.id = sg.guardian_id join public.users u on u.id = g.user_id where u.email = $1) order by p.created_at limit 1`,
    [parent],
  );
  return rows[0]!;
};
async function issue(email: string, { student, payment }: { student: string; payment: string }, template = 'one'): Promise<Issued | null> {
  const client = await database.connect(email);
  try {
    const { rows } = await client.query<{ issued: Issued | null }>('select public.issue_receipt($1, $2, $3) as issued', [
      student,
      payment,
      made(template),
    ]);
    return rows[0]!.issued;
  } finally {
    await client.end();
  }
}
const kept = async (payment: string) =>
  (await database.owner.query<{ made_with: object }>('select * from private.issued_papers where payment_id = $1', [payment])).rows;

beforeEach(() => database.owner.query('delete from private.issued_papers'));

describe('a receipt that was made', () => {
  it('says the same in every later print, also for the family and after the account changed', async () => {
    const of = await paid();
    const first = await issue(admin, of);
    expect(first).toMatchObject({
      payment: { id: of.payment, is_reversed: false },
      printed_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    await database.owner.query('update public.students set first_name = $1 where id = $2', ['Renamed', of.student]);
    expect(await issue(parent, of, 'another')).toEqual(first);
    expect(await kept(of.payment)).toMatchObject([{ made_with: made('one') }]);
  });

  it('is told to nobody who may not see the account, and kept for none of them', async () => {
    const of = await paid();
    for (const email of [teacher, lakeside]) expect(await issue(email, of)).toBeNull();
    expect(await kept(of.payment)).toEqual([]);
    const client = await database.connect(admin);
    expect(await refusal(client.query('select content from private.issued_papers'))).toMatchObject({ code: '42501' });
    await client.end();
  });

  it('is what the payment says, also for a person who names another child with it', async () => {
    const of = await paid();
    const { rows } = await database.owner.query<{ id: string }>(
      'select s.id from public.students s where s.id <> $1 and s.school_id = (select o.school_id from public.students o where o.id = $1) limit 1',
      [of.student],
    );
    expect(await issue(admin, { ...of, student: rows[0]!.id })).toBeNull();
  });

  it('is another once the payment was taken back', async () => {
    const of = await paid();
    const first = await issue(admin, of);
    await database.owner.query('update public.fee_payments set reversed_at = now() where id = $1', [of.payment]);
    const second = await issue(admin, of);
    expect([first?.payment.is_reversed, second?.payment.is_reversed]).toEqual([false, true]);
    expect(await kept(of.payment)).toHaveLength(2);
  });
});
