// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OfficeHome } from '@masomo/data/platform/officeHome';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../../App.tsx';

// Its first load may take longer than a test waits.
beforeAll(() => import('./OfficeHome.tsx'));
afterEach(cleanup);

const home: OfficeHome = {
  today: '2026-11-17',
  term: { term: 'Term 3', starts_on: '2026-09-01', ends_on: '2026-11-27', is_running: true, week: 12, weeks: 13 },
  next_day: '2026-11-17',
  queue: [
    { kind: 'requests', amount: 1, day: '2026-11-16' },
    { kind: 'registers', amount: 2, day: null },
    { kind: 'without_guardian', amount: 4, day: null },
  ],
  registers: [
    { id: 'c1', name: 'Form 1 East', is_taken: true, present: 28, absent: 2 },
    { id: 'c2', name: 'Form 1 West', is_taken: false, present: 0, absent: 0 },
  ],
  absences: {
    total: 7,
    first: [
      { id: 's1', name: 'Amani Otieno', class: 'Form 1 East', guardian: 'Ruth Otieno', phone: '+254 722 000 111' },
      { id: 's2', name: 'Baraka Were', class: 'Form 1 East', guardian: null, phone: null },
    ],
  },
  records: [{ id: 'r1', kind: 'visit', summary: 'Fee talk', student_id: 's1', student: 'Amani Otieno', at: '2026-11-16T06:00:00Z' }],
  notices: [],
};

function open(change: Partial<OfficeHome> = {}) {
  const { db, sent } = fakeDb(({ path }) => {
    if (path === 'rpc/dashboard_summary')
      return {
        body: {
          role: 'staff',
          school: null,
          stats: [],
          activities: [{ at: '2026-11-16T06:00:00Z', kind: 'record', title: 'Visit: Fee talk', text: '', link: '/dashboard/records' }],
          office: { ...home, ...change },
        },
      };
    if (path === 'rpc/current_identity') return { body: [] };
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard', session: signedInAs('staff', { schoolId: 'h1' }), db });
  return sent;
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const linesOf = async (name: string) => (await region(name)).getAllByRole('listitem').map(({ textContent }) => textContent);

describe('the home of the office', () => {
  it('has what waits, whom to call and the registers of the day, from one query', async () => {
    const sent = open();
    expect(await linesOf('Needs attention')).toEqual([
      '1 request about personal data, to answer by 16 NovAnswer',
      '2 registers not taken todayOpen registers',
      '4 students without a guardianAdd guardians',
    ]);
    const calls = await region('To follow up: 7 absent without a reason');
    expect(calls.getByRole('link', { name: '+254 722 000 111' })).toHaveAttribute('href', 'tel:+254722000111');
    expect(calls.getByText('No phone number')).toBeInTheDocument();
    expect((await region('Registers: 1 of 2 taken')).getByRole('link', { name: /Form 1 West.*Not taken/ })).toHaveAttribute(
      'href',
      '/dashboard/attendance?class=c2',
    );
    expect(sent.map(({ path }) => path).filter((path) => path !== 'rpc/current_identity')).toEqual(['rpc/dashboard_summary']);
  });

  it('lists the newest records once', async () => {
    open();
    expect((await region('Newest records')).getByText('Fee talk')).toBeInTheDocument();
    expect(screen.queryByText('Visit: Fee talk')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Recent activity' })).toBeNull();
  });

  it('names the next school day when there is none today', async () => {
    open({
      today: '2026-11-21',
      next_day: '2026-11-23',
      queue: [],
      absences: { total: 0, first: [] },
      registers: home.registers!.map((register) => ({ ...register, is_taken: false })),
    });
    expect((await region('Registers')).getByText('No school today. The next school day is Monday, 23 Nov.')).toBeInTheDocument();
    expect((await region('Needs attention')).getByText(/^Nothing waits/)).toBeInTheDocument();
    expect((await region('To follow up')).getByText(/once registers are taken/)).toBeInTheDocument();
  });

  it('leaves out what its reader may not see', async () => {
    open({ registers: null, absences: null, records: null });
    await region('Needs attention');
    expect(screen.queryByRole('region', { name: /Registers|follow up|records/ })).toBeNull();
  });
});
