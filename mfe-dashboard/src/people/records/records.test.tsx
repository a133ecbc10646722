// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const record = {
  id: 'r1',
  student_id: 's1',
  kind: 'merit',
  summary: 'Won the science fair',
  details: null,
  happened_on: '2026-11-02',
  visible_to: 'family',
  archived_at: null,
  student: 'Amani Otieno',
  total: 1,
};

function open(list: () => FakeResponse | Promise<FakeResponse> = () => ({ body: [record], total: 1 })) {
  const database = fakeDb(respondWith({ 'rpc/read_student_records': list, 'rpc/archive_student_record': { body: 'r1' } }));
  renderRoute(<App />, { path: '/dashboard/records', session: signedInAs('staff', { schoolId: 'h1' }), db: database.db });
  return database;
}

describe('the records screen', () => {
  it('shows its pending, error and empty states', () => expectListStates(open, { table: 'Records', empty: 'No records yet' }));

  it('lists records with their student and readers', async () => {
    open();
    expect(
      await screen.findByRole('row', { name: /Amani Otieno.*Merit.*Won the science fair.*Office, teachers and family.*2 Nov 2026/ }),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Amani Otieno' })).toHaveAttribute('href', '/dashboard/students/s1');
  });

  it('archives a record', async () => {
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Won the science fair' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Archive Won the science fair' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/archive_student_record')?.body).toEqual({ record_id: 'r1', is_archived: true }),
    );
  });
});
