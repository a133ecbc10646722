// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, refused, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const result = {
  total: 3,
  added: 1,
  known: 1,
  problems: [
    { row: 3, column: 'date_of_birth', message: 'Write the day as 31/05/2014.' },
    { row: 3, column: 'class', message: 'There is no class “Form 9”.' },
  ],
};
const csv = 'Admission number,First name,Last name,Date of birth\nGA/1,Amani,Otieno,\nGA/2,Brian,Njeri,soon\nGA/3,Faith,Achieng,\n';

function open(imported: FakeResponse = { body: result }) {
  const database = fakeDb(respondWith({ 'rpc/import_students': imported }));
  renderRoute(<App />, { path: '/dashboard/students/import', session: signedInAs('admin', { schoolId: 'h1' }), db: database.db });
  return database;
}
const choose = async (text: string) =>
  user.upload(await screen.findByLabelText(/^File of students/), new File([text], 'students.csv', { type: 'text/csv' }));

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

  it('checks the rows, shows their errors and imports the others', async () => {
    const { sent } = open();
    await choose(csv);
    expect(await screen.findByLabelText(/^Last name/)).toHaveDisplayValue('Last name');
    await user.click(screen.getByRole('button', { name: 'Check rows' }));
    expect(await screen.findByText('1 student can be imported. 1 already exists. 1 row has a problem.')).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /3.*Date of birth.*Write the day as 31\/05\/2014.*Brian/ })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /3.*Class.*There is no class/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Import 1 student' }));
    expect(await screen.findByText('1 student imported. 1 already existed.')).toBeInTheDocument();
    expect(sent.map(({ body }) => (body as { dry_run: boolean }).dry_run)).toEqual([true, false]);
    expect(screen.getByRole('link', { name: 'View students' })).toHaveAttribute('href', '/dashboard/students');
  });

  it('reads every date of a file in the order that its dates show, unless the office says otherwise', async () => {
    const { sent } = open();
    await choose('Admission number,First name,Date of birth\nGA/1,Amani,06/07/2014\nGA/2,Brian,05/31/2014\n');
    expect(await screen.findByLabelText(/^Day and month in dates/)).toHaveValue('month-first');
    await user.click(screen.getByRole('button', { name: 'Check rows' }));
    await screen.findByRole('button', { name: 'Import 1 student' });
    await user.selectOptions(screen.getByLabelText(/^Day and month in dates/), 'Day first: 31/05/2014');
    expect(screen.queryByRole('button', { name: 'Import 1 student' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Check rows' }));
    await user.click(await screen.findByRole('button', { name: 'Import 1 student' }));
    await screen.findByText(/1 student imported/);
    expect(sent.map(({ body }) => (body as { day_order: string }).day_order)).toEqual(['month-first', 'day-first', 'day-first']);
  });

  it('offers guardians who may be one person and joins only those the office says are', async () => {
    const likely = [
      { row: 3, name: 'Mrs Njoki Jane', same_guardian_as: 'row 2', as_name: 'Jane Njoki', as_contact: '+254712000901' },
      { row: 4, name: 'Jane N. Kamau', same_guardian_as: 'a0000000-0000-4000-8000-000000000001', as_name: 'Jane Kamau', as_contact: null },
    ];
    const { sent } = open({ body: { ...result, problems: [], likely } });
    await choose(csv);
    await user.click(await screen.findByRole('button', { name: 'Check rows' }));
    expect(await screen.findByText('Jane Njoki (+254712000901), in row 2')).toBeInTheDocument();
    expect(screen.getByText('Jane Kamau, already at your school')).toBeInTheDocument();
    expect(screen.getByLabelText('The same person (row 3)')).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Join all' }));
    await user.click(screen.getByLabelText('The same person (row 4)'));
    await user.click(screen.getByRole('button', { name: 'Import 1 student' }));
    await screen.findByText(/1 student imported/);
    const rows = (sent.at(-1)?.body as { rows: { row: number; same_guardian_as?: string }[] }).rows;
    expect(rows.map(({ row, same_guardian_as: same }) => [row, same])).toEqual([
      [2, undefined],
      [3, 'row 2'],
      [4, undefined],
    ]);
  });

  it.each([
    ['was done', true, /This was done, although the answer was lost/],
    ['was not done', false, /No students were imported/],
    ['is not known', null, /it is not known whether this was done/],
  ])('says of an import whose answer was lost that it %s', async (_, isDone, said) => {
    const { db } = fakeDb(({ path, body }) => {
      if (path === 'rpc/settle_command') return { body: isDone };
      return (body as { dry_run: boolean }).dry_run ? { body: result } : { status: 502, body: 'Bad gateway' };
    });
    renderRoute(<App />, { path: '/dashboard/students/import', session: signedInAs('admin', { schoolId: 'h1' }), db });
    await choose(csv);
    await user.click(await screen.findByRole('button', { name: 'Check rows' }));
    await user.click(await screen.findByRole('button', { name: 'Import 1 student' }));
    expect(await screen.findByText(said)).toBeInTheDocument();
    if (isDone !== false) expect(screen.queryByText(/No students were imported/)).toBeNull();
  });

  it('reads the file of the same name again after it was corrected', async () => {
    const { sent } = open();
    await choose(csv);
    expect(await screen.findByText(/students.csv: 3 rows/)).toBeInTheDocument();
    expect(await screen.findByLabelText(/^File of students/)).toHaveValue('');
    await choose(csv.replace('GA/3,Faith,Achieng,\n', ''));
    expect(await screen.findByText(/students.csv: 2 rows/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Check rows' }));
    await screen.findByRole('button', { name: 'Import 1 student' });
    expect((sent.at(-1)?.body as { rows: unknown[] }).rows).toHaveLength(2);
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
    open(refused);
    await choose(csv);
    await user.click(await screen.findByRole('button', { name: 'Check rows' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Some of this is not valid. Check it and try again.');
    expect(screen.getByRole('button', { name: 'Check rows' })).toBeEnabled();
  });
});
