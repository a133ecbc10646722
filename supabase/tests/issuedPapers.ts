import type { TestDatabase } from './database.ts';

export type Issued = { code: string; printed_on: string; content: Record<string, unknown> };
export type Checked = {
  state: string;
  school: string;
  replaced_on: string | null;
  says: { title: { sentence: string }; facts: [unknown, unknown][] };
};

export const madeWith = (template: string) => ({ template, compiler: '0.7.0', fonts: { 'noto-sans': '0.4.2' } });

/** Has papers kept, as a print of them by this person does. */
export const issuePaper = (database: TestDatabase, email: string, kind: string, of: object, template = 'one'): Promise<Issued[]> =>
  database.as(email, async (client) => {
    const { rows } = await client.query<Issued>('select code, printed_on::text, content from public.issue_paper($1, $2, $3)', [
      kind,
      of,
      madeWith(template),
    ]);
    return rows;
  });

/** What /verify says of a code to a visitor from an address of the network. */
export async function checkPaper({ owner }: TestDatabase, code: string, address = '10.1.1.1'): Promise<Checked | null> {
  await owner.query('begin');
  try {
    await owner.query("select set_config('request.headers', $1, true)", [JSON.stringify({ 'x-forwarded-for': address })]);
    await owner.query('set local role anon');
    const { rows } = await owner.query<{ paper: Checked | null }>('select public.check_paper($1) as paper', [code]);
    await owner.query('commit');
    return rows[0]!.paper;
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}
