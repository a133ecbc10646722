// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Child, FamilyHome } from '@masomo/data/platform/familyHome';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../../App.tsx';

// Their first load may take longer than a test waits.
beforeAll(() => Promise.all([import('./FamilyHome.tsx'), import('./ResultsChart.tsx'), import('../students/StudentsSection.tsx')]));
// 10:00 in Nairobi, a Tuesday.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-17T07:00:00Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const brian: Child = {
  id: 's1',
  name: 'Brian Njeri',
  first_name: 'Brian',
  admission_number: 'GA/1',
  class_id: null,
  class: 'Form 1 East',
  attendance: { status: 'present', at: '2026-11-17T04:42:00Z', is_scanned: true },
  fees: { balance: 31_800, overdue: 10_000, due_on: '2026-12-01' },
  work: [
    { id: 'w1', title: 'Essay', subject: 'English', due_on: '2026-11-16' },
    { id: 'w2', title: 'Sums', subject: 'Mathematics', due_on: '2026-11-18' },
    { id: 'w3', title: 'Map', subject: 'History', due_on: '2026-11-24' },
  ],
  marks: [
    { subject: 'Biology', assessment: 'CAT 1', share: 60, before: null },
    { subject: 'Biology', assessment: 'CAT 2', share: 68, before: 60 },
  ],
  teacher: { id: 't1', is_class_teacher: true },
  questions: 4,
};
const home: FamilyHome = {
  today: '2026-11-17',
  term: { term: 'Term 3', starts_on: '2026-09-01', ends_on: '2026-11-27', is_running: true, week: 12, weeks: 13 },
  children: [brian],
  own: null,
  payment_instructions: 'Paybill 400222',
  terms: [{ name: 'Term 3', starts_on: '2026-09-01', ends_on: '2026-11-27' }],
  notices: [{ id: 'n1', title: 'Sports day', text: 'Bring shoes.', author: 'The office', at: '2026-11-16T06:00:00Z' }],
  documents: [{ id: 'd1', title: 'Fee structure', at: '2026-11-10T06:00:00Z' }],
};
const own: NonNullable<FamilyHome['own']> = {
  has_lessons: true,
  days: [
    {
      day: '2026-11-17',
      lessons: [
        { id: 'l1', starts_at: '08:00', ends_at: '08:40', subject: 'Biology', teacher: 'Faith Achieng', room: 'R1' },
        { id: 'l2', starts_at: '11:00', ends_at: '11:40', subject: 'Chess', teacher: null, room: null },
      ],
    },
    { day: '2026-11-18', lessons: [{ id: 'l3', starts_at: '08:00', ends_at: '08:40', subject: 'Music', teacher: null, room: 'Hall' }] },
  ],
  results: [
    { term: 'Term 2', name: 'End of term', share: 55, subjects: 6 },
    { term: 'Term 3', name: 'CAT 1', share: 61.5, subjects: 5 },
  ],
};

function open(role: 'parent' | 'student', change: Partial<FamilyHome> = {}) {
  const { db } = fakeDb(({ path }) => {
    if (path === 'rpc/dashboard_summary')
      return { body: { role, school: null, stats: [], activities: [], family: { ...home, ...change } } };
    if (path === 'rpc/current_identity') return { body: [] };
    return { status: 400, body: { code: 'P0001', message: 'Not faked in this test.' } };
  });
  renderRoute(<App />, { path: '/dashboard', session: signedInAs(role, { schoolId: 'h1' }), db });
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the home of a parent', () => {
  it('says of a child since when they are in school, what is owed, due and how the last result was', async () => {
    open('parent');
    const card = await region('Brian Njeri');
    expect(card.getByText('In school since 07:42')).toBeInTheDocument();
    expect(card.getByText('KES 31,800 to pay')).toBeInTheDocument();
    expect(card.getByText('KES 10,000 past the due date')).toBeInTheDocument();
    expect(card.getByText('The next part is due on 1 Dec')).toBeInTheDocument();
    expect(card.getByText('English · 1 day late')).toBeInTheDocument();
    expect(card.getByRole('button', { name: '3 pieces, Work due of Brian Njeri' })).toHaveTextContent('3 pieces');
    expect(card.getByText('8 points more than before in this subject')).toBeInTheDocument();
    expect(card.getByText('4 questions of the school')).toBeInTheDocument();
  });

  it('shows how to pay on demand', async () => {
    const user = userEvent.setup();
    open('parent');
    const card = await region('Brian Njeri');
    expect(card.queryByText('Paybill 400222')).toBeNull();
    await user.click(card.getByRole('button', { name: 'Pay for Brian Njeri' }));
    expect(card.getByText('Paybill 400222')).toBeInTheDocument();
    expect(card.getByText(/^Admission number/)).toHaveTextContent('GA/1');
  });

  it.each([
    [{ status: 'present', is_scanned: false }, 'In school', 'Register of 07:42'],
    [{ status: 'late', is_scanned: true }, 'Late, in school since 07:42', ''],
    [{ status: 'absent', is_scanned: false }, 'Absent today', 'Register of 07:42'],
    [{ status: 'excused', is_scanned: false }, 'Excused today', 'Register of 07:42'],
  ] as const)('says what the register has: %o', async (mark, text, detail) => {
    open('parent', { children: [{ ...brian, attendance: { ...mark, at: '2026-11-17T04:42:00Z' } }] });
    const card = await region('Brian Njeri');
    expect(card.getByText(text)).toBeInTheDocument();
    if (detail) expect(card.getByText(detail)).toBeInTheDocument();
  });

  it('knows a day without a register from one without school', async () => {
    open('parent', { children: [{ ...brian, attendance: null }] });
    expect((await region('Brian Njeri')).getByText('Not yet known')).toBeInTheDocument();
    cleanup();
    open('parent', { today: '2026-11-21', children: [{ ...brian, attendance: null }] });
    expect((await region('Brian Njeri')).getByText('No school today')).toBeInTheDocument();
  });

  it('offers the class teacher to write to, or who else teaches the child, or nobody', async () => {
    open('parent');
    const link = (await region('Brian Njeri')).getByRole('link', { name: 'Message the class teacher of Brian Njeri' });
    expect(link).toHaveAttribute('href', '/dashboard/messages/new?child=s1');
    cleanup();
    open('parent', { children: [{ ...brian, teacher: { id: 't2', is_class_teacher: false } }] });
    expect((await region('Brian Njeri')).getByRole('link', { name: 'Message a teacher of Brian Njeri' })).toBeInTheDocument();
    cleanup();
    open('parent', { children: [{ ...brian, teacher: null }] });
    expect((await region('Brian Njeri')).queryByRole('link', { name: /^Message/ })).toBeNull();
  });

  it('opens all about a child, and says so where nothing is owed, due or marked', async () => {
    const user = userEvent.setup();
    const faith: Child = { ...brian, id: 's2', name: 'Faith Njeri', first_name: 'Faith', fees: null, work: [], marks: [], questions: 0 };
    open('parent', { children: [brian, faith] });
    const card = await region('Faith Njeri');
    expect(card.getByText('Everything is paid.')).toBeInTheDocument();
    expect(card.getByText('Everything is handed in.')).toBeInTheDocument();
    expect(card.getByText('Marks appear here once teachers enter them.')).toBeInTheDocument();
    await user.click(card.getByRole('button', { name: 'All about Faith' }));
    expect(await screen.findByRole('radio', { name: 'Faith' })).toBeChecked();
  });

  it('has notices, documents and term dates, or says that there are none', async () => {
    open('parent');
    expect((await region('Notices')).getByText('Sports day')).toBeInTheDocument();
    expect((await region('Documents')).getByText('Fee structure')).toBeInTheDocument();
    expect((await region('Term dates')).getByRole('listitem')).toHaveTextContent('Term 31 Sept to 27 Nov 2026Now');
    cleanup();
    open('parent', { terms: [], notices: [], documents: [] });
    expect((await region('Term dates')).getByText(/not set the dates/)).toBeInTheDocument();
    expect((await region('Documents')).getByText(/No documents yet/)).toBeInTheDocument();
  });

  it('teaches a parent without children what to ask for', async () => {
    open('parent', { children: [] });
    expect(await screen.findByText('No children yet')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull();
  });
});

describe('the home of a student', () => {
  it('has the lessons of today with the one that is next, work with the time left, and results', async () => {
    const user = userEvent.setup();
    open('student', { own });
    const lessons = (await region('Today’s lessons')).getAllByRole('listitem');
    expect(lessons.map(({ textContent }) => textContent)).toEqual(['08:00 – 08:40BiologyR1 · Faith Achieng', '11:00 – 11:40Chess–']);
    const work = await region('Work due');
    expect(work.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'EssayEnglish1 day late',
      'SumsMathematicsdue tomorrow',
      'MapHistory7 days left',
    ]);
    const results = await region('Your results');
    await user.click(results.getByRole('button', { name: 'Show as table' }));
    expect(results.getByRole('row', { name: 'CAT 1, Term 3 5 61.5%' })).toBeInTheDocument();
  });

  it('shows the next school day once lessons are over, and when there are none', async () => {
    vi.setSystemTime(new Date('2026-11-17T09:00:00Z'));
    open('student', { own });
    const card = await region('Lessons: Tomorrow');
    expect(card.getByText('Music')).toBeInTheDocument();
    expect(card.getByText('Today’s lessons are over.')).toBeInTheDocument();
    cleanup();
    open('student', { own: { has_lessons: false, days: [], results: [] } });
    expect((await region('Lessons')).getByText(/once the timetable is ready/)).toBeInTheDocument();
    expect((await region('Your results')).getByText(/once teachers enter marks/)).toBeInTheDocument();
  });
});
