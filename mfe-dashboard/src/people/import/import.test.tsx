// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeDb, refused, renderRoute, signedInAs, type FakeResponse, type SentRequest } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const storage = vi.hoisted(() => ({ upload: vi.fn(async (_path: string, _file: Blob) => ({ error: null as Error | null })) }));
vi.mock('@masomo/auth', async (original) => ({
  ...(await original<object>()),
  getClient: async () => ({ storage: { from: () => storage } }),
}));

const faulty = [
  {
    line: 3,
    cells: { admission_number: 'GA/2', first_name: 'Brian', last_name: 'Njeri', date_of_birth: 'soon' },
    problems: [
      { row: 3, column: 'date_of_birth', message: 'Write the day as 31/05/2014.' },
      { row: 3, column: 'class', message: 'There is no class “Form 9”.' },
    ],
  },
];
const found = { total: 3, added: 1, known: 1, faulty: 1, unmatched: [], notes: {} };
const csv = 'Admission number,First name,Last name,Date of birth\nGA/1,Amani,Otieno,\nGA/2,Brian,Njeri,soon\nGA/3,Faith,Achieng,\n';

type Shown = { state: string; outcome: object; saved?: number; undone?: number; id?: string };
/** A server that has one import at most, which the commands of the screen move on. */
function open({
  outcome = found,
  answers = {},
  before,
}: { outcome?: object; answers?: Record<string, FakeResponse>; before?: Shown } = {}) {
  let shown: Shown | undefined = before;
  const move = (next: Shown): FakeResponse => {
    shown = next;
    return { body: 'i1' };
  };
  const database = fakeDb(({ path, body }) => {
    const answer = answers[path];
    if (answer) return answer;
    if (path === 'rpc/start_import') return move({ state: 'open', outcome: {} });
    if (path === 'rpc/check_import') {
      move({ state: 'checked', outcome });
      return { body: outcome };
    }
    if (path === 'rpc/save_import') return move({ state: 'saved', outcome: { ...outcome, notes: {} }, saved: 1 });
    if (path === 'rpc/undo_import') return move({ state: 'undone', outcome: {}, saved: 1, undone: 1 });
    // One row where a single one is read, to store its file.
    if (path === 'imports' && shown?.state === 'open') return { body: { school_id: 'h1' } };
    if (path === 'imports')
      return {
        body: shown
          ? [
              {
                id: 'i1',
                school_id: 'h1',
                file_name: 'students.csv',
                file_size: 120,
                choices: {},
                saved: 0,
                undone: 0,
                created_at: '2026-11-29T06:00:00Z',
                expires_at: '2026-11-30T06:00:00Z',
                ...shown,
              },
            ]
          : [],
      };
    if (path === 'import_rows') return { body: faulty, total: 1 };
    if (path === 'rpc/add_import_rows') return { body: (body as { rows: unknown[] }).rows.length };
    return { body: [] };
  });
  renderRoute(<App />, { path: '/dashboard/students/import', session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
  return database;
}
const bodies = (sent: readonly SentRequest[], name: string) =>
  sent.filter(({ path }) => path === `rpc/${name}`).map(({ body }) => body as Record<string, unknown>);
const choose = async (text: string) =>
  user.upload(await screen.findByLabelText(/^File to import/), new File([text], 'students.csv', { type: 'text/csv' }));

describe('the import of students', () => {
  it('rejects a file that is no table', async () => {
    open();
    await choose('Amani Otieno');
    expect(await screen.findByText(/This file has only one column/)).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: '2. Match columns' })).toBeNull();
  });

  it('names an empty file and a workbook as what they are', async () => {
    open();
    await choose('');
    expect(await screen.findByText(/This file is empty/)).toBeInTheDocument();
    await choose('PK\u0003\u0004 and the rest of a workbook');
    expect(await screen.findByText(/This workbook is damaged/)).toBeInTheDocument();
  });

  it('checks the rows, shows their errors, imports the others and undoes them', async () => {
    const { sent } = open();
    await choose(csv);
    expect(await screen.findByLabelText(/^Last name/)).toHaveDisplayValue('Last name');
    await user.click(screen.getByRole('button', { name: 'Check rows' }));
    expect(await screen.findByText('1 row can be imported. 1 exists already. 1 row has a problem.')).toBeInTheDocument();
    expect(
      await screen.findByRole('row', { name: /3.*Date of birth: Write the day as 31\/05\/2014. Class: There is no class.*Brian/ }),
    ).toBeInTheDocument();
    expect(bodies(sent, 'add_import_rows')[0]?.['rows']).toEqual([
      { row: 2, admission_number: 'GA/1', first_name: 'Amani', last_name: 'Otieno' },
      { row: 3, admission_number: 'GA/2', first_name: 'Brian', last_name: 'Njeri', date_of_birth: 'soon' },
      { row: 4, admission_number: 'GA/3', first_name: 'Faith', last_name: 'Achieng' },
    ]);
    const [filePath, kept] = storage.upload.mock.lastCall!;
    expect([filePath, kept.type, await kept.text()]).toEqual(['h1/i1', 'text/csv', csv]);
    expect(screen.getByRole('button', { name: 'Download the file itself' })).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Import 1 row' }));
    expect(await screen.findByText('1 row imported. 1 existed already.')).toBeInTheDocument();
    expect(bodies(sent, 'save_import')).toEqual([
      {
        import: 'i1',
        answers: {},
        columns: {
          'admission number': 'admission_number',
          'first name': 'first_name',
          'last name': 'last_name',
          'date of birth': 'date_of_birth',
        },
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Undo this import' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo this import' }));
    expect(await screen.findByText('Undone: 1 row was removed again.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull();
  });

  it('goes on with a file that was checked before the page was closed', async () => {
    const { sent } = open({ before: { state: 'checked', outcome: found } });
    await user.click(await screen.findByRole('button', { name: 'Import 1 row' }));
    expect(await screen.findByText('1 row imported. 1 existed already.')).toBeInTheDocument();
    expect(bodies(sent, 'start_import')).toEqual([]);
  });

  it('lists what stays after an undo, since it was used', async () => {
    open({ before: { state: 'undone', outcome: {}, saved: 3, undone: 2 } });
    expect(await screen.findByText('Undone: 2 rows were removed again. 1 stays, since it was used.')).toBeInTheDocument();
    expect(await screen.findByRole('table', { name: 'Rows with problems' })).toBeInTheDocument();
  });

  it('asks once what a cell means that nobody knows', async () => {
    const unmatched = [{ column: 'gender', cell: 'Boi', rows: 2 }];
    const { sent } = open({ before: { state: 'checked', outcome: { ...found, unmatched } } });
    await user.selectOptions(await screen.findByLabelText(/^Gender: “Boi”/), 'Male');
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await vi.waitFor(() => expect(bodies(sent, 'check_import')).toEqual([{ import: 'i1', choices: { gender: { Boi: 'M' } } }]));
  });

  it('reads every date of a file in the order that its dates show, unless the office says otherwise', async () => {
    const { sent } = open();
    await choose('Admission number,First name,Date of birth\nGA/1,Amani,06/07/2014\nGA/2,Brian,05/31/2014\n');
    expect(await screen.findByLabelText(/^Day and month in dates/)).toHaveValue('month-first');
    await user.click(screen.getByRole('button', { name: 'Check rows' }));
    await screen.findByRole('button', { name: 'Import 1 row' });
    await user.selectOptions(screen.getByLabelText(/^Day and month in dates/), 'Day first: 31/05/2014');
    expect(screen.queryByRole('button', { name: 'Import 1 row' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Check rows' }));
    await screen.findByRole('button', { name: 'Import 1 row' });
    expect(bodies(sent, 'start_import').map(({ day_order: order }) => order)).toEqual(['month-first', 'day-first']);
  });

  it('offers guardians who may be one person and joins only those the office says are', async () => {
    const likely = [
      { row: 3, name: 'Mrs Njoki Jane', same_guardian_as: 'row 2', as_name: 'Jane Njoki', as_contact: '+254712000901' },
      { row: 4, name: 'Jane N. Kamau', same_guardian_as: 'a0000000-0000-4000-8000-000000000001', as_name: 'Jane Kamau', as_contact: null },
    ];
    const { sent } = open({ before: { state: 'checked', outcome: { ...found, notes: { likely } } } });
    expect(await screen.findByText('Jane Njoki (+254712000901), in row 2')).toBeInTheDocument();
    expect(screen.getByText('Jane Kamau, already at your school')).toBeInTheDocument();
    expect(screen.getByLabelText('The same person (row 3)')).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Join all' }));
    await user.click(screen.getByLabelText('The same person (row 4)'));
    await user.click(screen.getByRole('button', { name: 'Import 1 row' }));
    await screen.findByText(/1 row imported/);
    expect(bodies(sent, 'save_import').map(({ answers }) => answers)).toEqual([{ 3: { same_guardian_as: 'row 2' } }]);
  });

  it('is not offered where the plan has no room', async () => {
    const room = { plan: 'Starter', max_students: 50, students: 60, after: 61, is_over: true };
    open({ before: { state: 'checked', outcome: { ...found, notes: { room } } } });
    expect(await screen.findByText(/Your school then has 61 students/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Import 1 row' })).toBeDisabled();
  });

  it.each([
    ['was done', true, /This was done, although the answer was lost/],
    ['was not done', false, /Nothing was imported/],
    ['is not known', null, /it is not known whether this was done/],
  ])('says of an import whose answer was lost that it %s', async (_, isDone, said) => {
    open({
      before: { state: 'checked', outcome: found },
      answers: { 'rpc/settle_command': { body: isDone }, 'rpc/save_import': { status: 502, body: 'Bad gateway' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Import 1 row' }));
    if (isDone) await vi.waitFor(() => expect(screen.queryByText(/Nothing was imported/)).toBeNull());
    else expect(await screen.findByText(said)).toBeInTheDocument();
  });

  it('reads the file of the same name again after it was corrected', async () => {
    const { sent } = open();
    await choose(csv);
    expect(await screen.findByText(/students.csv: 3 rows/)).toBeInTheDocument();
    expect(await screen.findByLabelText(/^File to import/)).toHaveValue('');
    await choose(csv.replace('GA/3,Faith,Achieng,\n', ''));
    expect(await screen.findByText(/students.csv: 2 rows/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Check rows' }));
    await screen.findByRole('button', { name: 'Import 1 row' });
    expect(bodies(sent, 'add_import_rows').at(-1)?.['rows']).toHaveLength(2);
  });

  it('asks for the row with the titles where it finds none', async () => {
    open();
    await choose('School,Term\nNr,Jina la mtoto\nGA/1,Amani\nGA/2,Brian\n');
    await user.selectOptions(await screen.findByLabelText(/^Row with the column titles/), '2: Nr, Jina la mtoto');
    await user.selectOptions(screen.getByLabelText(/^Admission number/), 'Nr');
    expect(screen.getByText('Choose the column for: Full name or First name.')).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText(/^Full name/), 'Jina la mtoto');
    expect(screen.getByRole('button', { name: 'Check rows' })).toBeEnabled();
  });

  it('says why the rows could not be checked and keeps the file', async () => {
    open({ answers: { 'rpc/check_import': refused } });
    await choose(csv);
    await user.click(await screen.findByRole('button', { name: 'Check rows' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Some of this is not valid. Check it and try again.');
    expect(screen.getByRole('button', { name: 'Check rows' })).toBeEnabled();
  });
});
