// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readTable } from '@masomo/documents/tables/readTable';
import { chooseRows, guessMapping, importRowsOf, missingFields, parseRows } from '@masomo/remote/imports/importedFile';
import type { ImportKind } from '@masomo/remote/imports/importKind';
import { fakeDb, renderRoute, respondWith, signedInAs } from '@masomo/testing';
import { App } from './App.tsx';
import { paymentImport } from './money/finances/paymentImport.ts';
import { staffImport } from './people/import/staffImport.ts';
import { studentImport } from './people/import/studentImport.ts';

const user = userEvent.setup();
let saved: { name: string; content: Blob }[];

beforeEach(() => {
  const blobs = new Map<string, Blob>();
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: blobs.get(this.href)! });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** What a file of a list says to the import of its kind, which may not ask for a column. */
async function importedRows(kind: ImportKind, { name, content }: { name: string; content: Blob }) {
  const file = parseRows(chooseRows(await readTable(new File([await content.arrayBuffer()], name)), kind));
  const mapping = guessMapping(file.header, kind);
  expect(missingFields(kind, mapping), name).toEqual([]);
  return importRowsOf(kind, file, mapping);
}

const student = {
  ...{ id: 's1', admission_number: '0045', first_name: 'Wanjirũ', last_name: 'Kiprop Rotich', status: 'suspended' },
  ...{ admitted_on: '2026-01-05', class_id: 'c1', classes: { name: 'Form 1 East' } },
};
const person = {
  ...{ id: 'p1', user_id: null, staff_number: 'T-1', first_name: 'Faith', last_name: 'Achieng', job_title: 'Teacher' },
  ...{ department: 'Sciences', email: 'faith@greenfield.test', phone: '+254712345678', employed_on: '2024-01-08', is_active: true },
};
const payment = {
  ...{ id: 'p1', student_id: 's1', first_name: 'Amani', last_name: 'Otieno', admission_number: 'GA/1', class_name: 'Form 1 East' },
  ...{ receipt_number: 'RCT-00007', amount: 12_500, method: 'bank', reference: '0012', paid_on: '2026-11-20' },
  ...{ recorded_by: 'Joseph Mwangi', is_reversal: false, is_reversed: false, reason: null },
};

it.each([
  [
    'students',
    '/dashboard/students',
    'students',
    student,
    studentImport,
    {
      ...{ admission_number: '0045', first_name: 'Wanjirũ', last_name: 'Kiprop Rotich', class: 'Form 1 East' },
      ...{ status: 'Suspended', admitted_on: '2026-01-05' },
    },
  ],
  [
    'staff',
    '/dashboard/staff',
    'staff_members',
    person,
    staffImport,
    {
      ...{ staff_number: 'T-1', first_name: 'Faith', last_name: 'Achieng', job_title: 'Teacher', department: 'Sciences' },
      ...{ email: 'faith@greenfield.test', phone: '+254712345678', employed_on: '2024-01-08' },
    },
  ],
  [
    'payments',
    '/dashboard/finances/payments',
    'fee_payment_list',
    payment,
    paymentImport,
    {
      ...{ admission_number: 'GA/1', amount: '12500', method: 'Bank deposit', reference: '0012' },
      ...{ paid_on: '2026-11-20', receipt_number: 'RCT-00007' },
    },
  ],
] as const)('both files of the list of %s come back without a question', async (_, path, table, row, kind, cells) => {
  const { db } = fakeDb(({ path: requested }) => (requested === table ? { body: [row], total: 1 } : { body: [], total: 0 }));
  renderRoute(<App />, { path, session: signedInAs('admin', { schoolId: 'h1' }), db });
  for (const button of ['Download CSV', 'Download for Excel']) {
    // The page of staff has a list of accounts below its own.
    await waitFor(() => expect(screen.getAllByRole('button', { name: button })[0]).toBeEnabled());
    await user.click(screen.getAllByRole('button', { name: button })[0]!);
  }
  await waitFor(() => expect(saved.map(({ name }) => name.replace(/.*\./, '')).toSorted()).toEqual(['csv', 'xlsx']));
  for (const file of saved) expect(await importedRows(kind, file), file.name).toEqual([{ row: 2, ...cells }]);
});

/** The cells of the only file, which has been asked for as CSV. */
async function savedCells(name: string) {
  await waitFor(() => expect(saved.map((file) => file.name)).toEqual([name]));
  return (await saved[0]!.content.text()).replace('\uFEFF', '').trim().split('\r\n');
}

it('the file of open invitations has whom they are for, and in what role', async () => {
  const invitation = {
    ...{ id: 'i1', email: 'new@greenfield.test', name: 'Ann Were', role: 'staff', role_id: 'r2', role_name: 'Bursar' },
    ...{ school_id: 'h1', school: 'Greenfield', invited_by: 'Grace Njeri', created_at: '2026-11-20T09:00:00Z', total: 1 },
  };
  const { db } = fakeDb(
    respondWith({
      schools: { body: { id: 'h1', name: 'Greenfield', kind: 'secondary' } },
      staff_members: { body: [], total: 0 },
      'rpc/list_open_invitations': { body: [invitation] },
    }),
  );
  renderRoute(<App />, { path: '/dashboard/staff', session: signedInAs('admin', { schoolId: 'h1' }), db });
  const card = within(await screen.findByRole('region', { name: 'Invitations' }));
  const button = await card.findByRole('button', { name: 'Download CSV' });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await savedCells('Open-invitations.csv')).toEqual([
    'Name,Email,Role,Invited by,Invited on',
    'Ann Were,new@greenfield.test,Bursar,Grace Njeri,2026-11-20 12:00:00',
  ]);
});
