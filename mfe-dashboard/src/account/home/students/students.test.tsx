// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../../App.tsx';

vi.mock('@masomo/auth', async (original) => ({
  ...(await original<object>()),
  getClient: async () => ({ auth: { getSession: async () => ({ data: { session: { access_token: 'own' } } }) } }),
}));
// Their first load may take longer than a test waits.
beforeAll(() => Promise.all([import('../family/FamilyHome.tsx'), import('./StudentsSection.tsx')]));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const child = (id: string, first_name: string, class_id: string) => ({
  id,
  first_name,
  name: `${first_name} Njeri`,
  admission_number: 'GA/1',
  class_id,
  class: `Class of ${first_name}`,
  attendance: null,
  fees: { balance: 1, overdue: 0, due_on: null },
  work: [],
  marks: [],
  questions: 0,
});
const family = {
  today: '2026-11-17',
  term: null,
  children: [child('s1', 'Brian', 'c1'), child('s2', 'Faith', 'c2')],
  own: null,
  payment_instructions: null,
  terms: [],
  notices: [],
  documents: [],
};
const lesson = (id: string, weekday: number, subject: string) => ({
  id,
  weekday,
  starts_at: '08:20:00',
  ends_at: '09:00:00',
  room: 'R1',
  subjects: { name: subject },
});

const owing = {
  student: { id: 's1', name: 'Brian Njeri', admission_number: 'GA/1', class_name: 'Form 1 East' },
  school: {
    name: 'G',
    email: null,
    phone: null,
    address: '',
    payment_instructions: 'Paybill 400222',
    motto: null,
    time_zone: 'Africa/Nairobi',
    look: null,
  },
  charged: 36_800,
  paid: 5_000,
  balance: 31_800,
  lines: [
    { day: '2026-09-01', kind: 'charge', text: 'Tuition', reference: 'INV-1', charged: 36_800, paid: 0, balance: 36_800 },
    { day: '2026-09-05', kind: 'payment', text: 'cash', reference: 'RCT-1', charged: 0, paid: 5_000, balance: 31_800 },
    { day: '2026-09-06', kind: 'payment', text: 'cash', reference: 'RCT-2', charged: 0, paid: 700, balance: 31_100 },
    { day: '2026-09-06', kind: 'reversal', text: 'Wrong student', reference: 'RCT-2-R', charged: 0, paid: -700, balance: 31_800 },
  ],
  payments: [
    ['p1', 'RCT-1', 5_000, false],
    ['p2', 'RCT-2', 700, true],
  ].map(([id, receipt_number, amount, is_reversed]) => ({
    id,
    receipt_number,
    amount,
    is_reversed,
    method: 'cash',
    reference: null,
    paid_on: '2026-09-05',
    recorded_by: null,
  })),
};

function open() {
  const database = fakeDb(({ path, query }) => {
    if (path === 'rpc/dashboard_summary') return { body: { role: 'parent', school: null, stats: [], activities: [], family } };
    if (path === 'rpc/current_identity')
      return {
        body: [
          {
            first_name: 'Mary',
            last_name: 'Njeri',
            phone: null,
            role: 'parent',
            school_id: 'h1',
            school_name: 'Greenfield Academy',
            content_revision: 7,
          },
        ],
      };
    if (path === 'lessons')
      return {
        body: query.get('class_id') === 'eq.c1' ? [lesson('l1', 1, 'Biology'), lesson('l2', 2, 'Chess')] : [lesson('l3', 1, 'Music')],
      };
    if (path === 'grades')
      return {
        body: Array.from({ length: 8 }, (_, index) => ({
          id: `g${index + 1}`,
          term_id: 't3',
          score: 17,
          assessments: { name: `CAT ${index + 1}`, max_score: 20 },
          subjects: { name: 'Biology' },
          school_terms: { name: 'Term 3' },
          classes: { name: query.get('student_id') === 'eq.s2' && index === 0 ? 'Form 1 West' : 'Form 1 East' },
        })),
      };
    if (path === 'rpc/student_account')
      return { body: query.get('student_id') === 's1' ? owing : { ...owing, balance: 0, lines: [], payments: [] } };
    return { status: 400, body: { code: 'P0001', message: 'Not faked in this test.' } };
  });
  renderRoute(<App />, { path: '/dashboard', session: signedInAs('parent', { schoolId: 'h1' }), db: database.db });
  return database;
}

describe('a child on the home screen', () => {
  it("shows today's lessons, those of another day and those of another child", async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-17T06:00:00Z') });
    const user = userEvent.setup();
    open();
    const card = () => screen.findByRole('region', { name: 'Timetable' });
    // Its place is free until its code is loaded.
    await screen.findByText('Chess');
    expect(within(await card()).getByText('Chess')).toBeInTheDocument();
    expect(within(await card()).queryByText('Biology')).toBeNull();
    await user.click(within(await card()).getByRole('radio', { name: 'Mon' }));
    expect(within(await card()).getByText('08:20 to 09:00')).toBeInTheDocument();
    expect(within(await card()).getByText('Biology')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Faith' }));
    expect(await within(await card()).findByText('No lessons')).toBeInTheDocument();
  });

  it('shows the latest marks whole, and all of them on demand', async () => {
    const user = userEvent.setup();
    open();
    const marks = within(await screen.findByRole('region', { name: 'Marks' }));
    expect(await marks.findAllByRole('row', { name: /CAT/ })).toHaveLength(6);
    await user.click(marks.getByRole('button', { name: 'Show all 8 marks' }));
    expect(marks.getAllByRole('row', { name: /CAT/ })).toHaveLength(8);
  });

  it('names the class of each mark for who moved between classes', async () => {
    const user = userEvent.setup();
    open();
    expect(await screen.findByRole('row', { name: /^CAT 1/ })).not.toHaveTextContent('Form 1');
    await user.click(screen.getByRole('radio', { name: 'Faith' }));
    expect(await screen.findByText('Biology · Term 3 · Form 1 West')).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /^CAT 2/ })).toHaveTextContent('Form 1 East');
  });

  it('shows the balance due, how to pay it and receipts of payments', async () => {
    const user = userEvent.setup();
    open();
    const fees = within(await screen.findByRole('region', { name: 'School fees' }));
    expect(await fees.findByText('Paybill 400222')).toBeInTheDocument();
    expect(fees.getByText(/Admission number of Brian Njeri/)).toHaveTextContent('GA/1');
    expect(fees.getByText('KES 31,800')).toBeInTheDocument();
    expect(fees.getByRole('button', { name: 'Receipt as PDF: RCT-1' })).toBeInTheDocument();
    expect(fees.queryByRole('button', { name: 'Receipt as PDF: RCT-2' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Faith' }));
    expect(await screen.findByText('Everything is paid.')).toBeInTheDocument();
    expect(screen.queryByText('Paybill 400222')).toBeNull();
  });

  it('has a report card for a term', async () => {
    const user = userEvent.setup();
    open();
    const fetchPaper = vi.fn<typeof fetch>(async () => new Response('%PDF'));
    vi.stubGlobal('fetch', fetchPaper);
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:paper', revokeObjectURL: () => undefined }));
    await user.click(await screen.findByRole('button', { name: 'Report card, Term 3' }));
    expect(await screen.findByRole('button', { name: 'Report card, Term 3' })).toBeEnabled();
    expect(JSON.parse(String(fetchPaper.mock.calls[0]?.[1]?.body))).toEqual({ term: 't3', student: 's1', language: 'en' });
  });
});
