// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SchoolHome } from '@masomo/data/platform/schoolHome';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const home: SchoolHome = {
  today: '2026-11-17',
  term: { term: 'Term 3', starts_on: '2026-09-01', ends_on: '2026-11-27', is_running: true, week: 12, weeks: 13 },
  attention: [
    { kind: 'registers', amount: 1, money: null, day: null },
    { kind: 'overdue', amount: 3, money: 45_000, day: null },
    { kind: 'requests', amount: 2, money: null, day: '2026-11-20' },
  ],
  fees: [
    { start: '2026-11-09', charged: 9000, collected: 4000, before: 2500 },
    { start: '2026-11-16', charged: 9000, collected: 6000, before: 7000 },
  ],
  attendance: [
    { start: '2026-11-09', share: 92.5, before: null },
    { start: '2026-11-16', share: null, before: null },
  ],
  registers: [
    { id: 'c1', name: 'Form 1 East', is_taken: true, present: 28, absent: 2 },
    { id: 'c2', name: 'Form 1 West', is_taken: false, present: 0, absent: 0 },
  ],
  payments: {
    today: 5000,
    latest: [
      {
        id: 'p1',
        student_id: 's1',
        student: 'Amani Otieno',
        amount: 5000,
        method: 'mpesa',
        receipt: 'RCT-7',
        at: '2026-11-17T06:00:00Z',
      },
    ],
  },
  next_days: [
    { day: '2026-11-17', kind: 'work_due', name: '', amount: 2 },
    { day: '2026-11-18', kind: 'fee_due', name: 'Tuition', amount: 1 },
    { day: '2026-11-21', kind: 'announcement', name: 'Parents’ day', amount: 1 },
  ],
};

function open(change: Partial<SchoolHome> = {}) {
  const payment = { at: '2026-11-17T06:00:00Z', kind: 'payment', title: 'Amani Otieno paid KES 5,000', text: 'RCT-7', link: '/dashboard' };
  const { db, sent } = fakeDb(({ path }) => {
    if (path === 'rpc/dashboard_summary')
      return {
        body: {
          role: 'admin',
          school: null,
          stats: [],
          activities: [payment, { ...payment, kind: 'announcement', title: 'Sports day' }],
          home: { ...home, ...change },
        },
      };
    if (path === 'rpc/current_identity') return { body: [] };
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard', session: signedInAs('admin', { schoolId: 'h1' }), db });
  return sent;
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the home of a school', () => {
  it('names what waits with its remedy, from one query', async () => {
    const sent = open();
    const card = await region('Needs attention');
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 register not taken todayOpen registers',
      '3 students owe KES 45,000 past the due dateRemind families',
      '2 requests about personal data, the first to answer by 20 NovAnswer',
    ]);
    expect(card.getByRole('link', { name: 'Remind families' })).toHaveAttribute('href', '/dashboard/finances');
    expect(screen.getByText('Tuesday, 17 November 2026 · Term 3, week 12 of 13')).toBeInTheDocument();
    expect(sent.map(({ path }) => path).filter((path) => path !== 'rpc/current_identity')).toEqual(['rpc/dashboard_summary']);
  });

  it('says that nothing waits only when nothing does', async () => {
    open({ attention: [], next_days: [], payments: { today: 0, latest: [] } });
    expect((await region('Needs attention')).getByText(/^Nothing waits/)).toBeInTheDocument();
    expect((await region('Next seven days')).getByText(/until 23 Nov/)).toBeInTheDocument();
    expect((await region('Payments: KES 0 today')).getByText('No payment yet.')).toBeInTheDocument();
  });

  it('shows each register of the day and leads to it', async () => {
    open();
    const card = await region('Registers: 1 of 2 taken');
    expect(card.getByRole('link', { name: /Form 1 East.*28 in, 2 out/ })).toHaveAttribute('href', '/dashboard/attendance?class=c1');
    expect(card.getByRole('link', { name: /Form 1 West.*Not taken/ })).toHaveAttribute('href', '/dashboard/attendance?class=c2');
  });

  it('expects no registers in the holidays', async () => {
    open({
      term: { ...home.term!, is_running: false, starts_on: '2027-01-05' },
      registers: home.registers!.map((register) => ({ ...register, is_taken: false })),
    });
    expect((await region('Registers')).getByText('No school today.')).toBeInTheDocument();
    expect(screen.getByText('Tuesday, 17 November 2026 · holidays, Term 3 begins on 5 Jan')).toBeInTheDocument();
  });

  it('sets fees against the term before, and leaves out what was not there', async () => {
    open();
    const fees = await region('Fees since the term began');
    expect(fees.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Due', 'Collected', 'Collected last term']);
    await user.click(fees.getByRole('button', { name: 'Show as table' }));
    expect(fees.getByRole('row', { name: 'Week of 16 Nov 2026 KES 9,000 KES 6,000 KES 7,000' })).toBeInTheDocument();
    const attendance = await region('Attendance by week');
    await user.click(attendance.getByRole('button', { name: 'Show as table' }));
    expect(attendance.getByRole('row', { name: 'Week of 9 Nov 2026 92.5%' })).toBeInTheDocument();
    expect(attendance.getByRole('row', { name: 'Week of 16 Nov 2026 –' })).toBeInTheDocument();
  });

  it('lists payments once, and what is on in the next days', async () => {
    open();
    const payments = await region('Payments: KES 5,000 today');
    expect(payments.getByRole('link', { name: 'Amani Otieno' })).toHaveAttribute('href', '/dashboard/finances/s1');
    expect(screen.queryByText('Amani Otieno paid KES 5,000')).toBeNull();
    expect(screen.getByText('Sports day')).toBeInTheDocument();
    const days = await region('Next seven days');
    expect(days.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Today2 assignments are due',
      'TomorrowTuition falls due',
      'Sat 21 NovAnnouncement: Parents’ day',
    ]);
  });

  it('leaves out what its reader may not see', async () => {
    open({ fees: null, payments: null, registers: null, attendance: null });
    await region('Needs attention');
    expect(screen.queryByRole('region', { name: /Payments|Registers|Fees|Attendance/ })).toBeNull();
    expect(screen.getByText('Amani Otieno paid KES 5,000')).toBeInTheDocument();
  });
});
