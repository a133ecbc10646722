// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TeacherHome, TeacherLesson } from '@masomo/data/platform/teacherHome';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../../App.tsx';

// Its first load may take longer than a test waits.
beforeAll(() => import('./TeacherHome.tsx'));
// 08:20 in Nairobi, a Tuesday.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-17T05:20:00Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const lesson = (id: string, hour: number, change: Partial<TeacherLesson> = {}): TeacherLesson => ({
  id,
  starts_at: `${String(hour).padStart(2, '0')}:00`,
  ends_at: `${String(hour).padStart(2, '0')}:40`,
  subject: `Subject ${id}`,
  class_id: `c${id}`,
  class: `Form ${id}`,
  room: `Room ${id}`,
  is_taken: false,
  homework: null,
  ...change,
});
const home: TeacherHome = {
  today: '2026-11-17',
  term: { term: 'Term 3', starts_on: '2026-09-01', ends_on: '2026-11-27', is_running: true, week: 12, weeks: 13 },
  has_lessons: true,
  days: [
    {
      day: '2026-11-17',
      lessons: [
        lesson('1', 7, { is_taken: true }),
        lesson('2', 8, { homework: { id: 'h1', title: 'Cells', due_on: '2026-11-16', handed_in: 18 } }),
        lesson('3', 11),
      ],
    },
    { day: '2026-11-18', lessons: [lesson('4', 9)] },
  ],
  marking: [
    { id: 'a1', title: 'Essay', subject: 'English', class: 'Form 2', waiting: 3, since: '2026-11-03T08:00:00Z' },
    { id: 'a2', title: 'Sums', subject: 'Mathematics', class: 'Form 1', waiting: 1, since: '2026-11-17T04:00:00Z' },
  ],
  classes: [
    { id: 'c1', name: 'Form 1', is_led: true, share: 92.5, before: 90 },
    { id: 'c2', name: 'Form 2', is_led: false, share: null, before: null },
  ],
  notices: [{ id: 'n1', title: 'Sports day', text: 'Bring shoes.', author: 'The office', at: '2026-11-16T06:00:00Z' }],
};

function open(change: Partial<TeacherHome> = {}) {
  const { db, sent } = fakeDb(({ path }) => {
    if (path === 'rpc/dashboard_summary')
      return {
        body: {
          role: 'teacher',
          school: null,
          stats: [],
          activities: [{ at: '2026-11-16T06:00:00Z', kind: 'announcement', title: 'Sports day', text: '', link: '/dashboard' }],
          teaching: { ...home, ...change },
        },
      };
    if (path === 'rpc/current_identity') return { body: [] };
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard', session: signedInAs('teacher', { schoolId: 'h1' }), db });
  return sent;
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the home of a teacher', () => {
  it('begins with the lesson now and the next one, from one query', async () => {
    const sent = open();
    const card = await region('Now');
    expect(card.getByText('Subject 2')).toBeInTheDocument();
    expect(card.getByText('20 minutes left')).toBeInTheDocument();
    expect(card.getByText(/Room 2/)).toBeInTheDocument();
    expect(card.getByRole('link', { name: 'Take the register' })).toHaveAttribute('href', '/dashboard/attendance?class=c2');
    expect(card.getByText(/^Last homework/)).toHaveTextContent('Last homework: Cells, due 16 Nov · 18 handed in');
    expect(card.getByText(/^Then/)).toHaveTextContent('Then 11:00: Subject 3, Form 3 · Room 3');
    expect(screen.getByText('Tuesday, 17 November 2026 · Term 3, week 12 of 13')).toBeInTheDocument();
    expect(sent.map(({ path }) => path).filter((path) => path !== 'rpc/current_identity')).toEqual(['rpc/dashboard_summary']);
  });

  it('has the day as a line of lessons with their registers', async () => {
    open();
    const items = (await region('Today’s lessons')).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      '07:00 – 07:40Subject 1Form 1 · Room 1Register taken',
      '08:00 – 08:40Subject 2Form 2 · Room 2Register not taken',
      '11:00 – 11:40Subject 3Form 3 · Room 3Register not taken',
    ]);
    expect(items.map((item) => within(item).getByRole('link').getAttribute('aria-current'))).toEqual([null, 'time', null]);
  });

  it('shows the next school day after the last lesson, at the weekend and in the holidays', async () => {
    vi.setSystemTime(new Date('2026-11-17T09:00:00Z'));
    open();
    expect((await region('Next lesson: Tomorrow')).getByText('Subject 4')).toBeInTheDocument();
    cleanup();
    open({ today: '2026-11-21', days: [{ day: '2026-11-23', lessons: [lesson('5', 8)] }] });
    const monday = await region('Next lesson: Monday, 23 Nov');
    expect(monday.queryByRole('link', { name: 'Take the register' })).toBeNull();
    expect((await region('Lessons: Monday, 23 Nov')).getByText('No school today: it is the weekend.')).toBeInTheDocument();
    cleanup();
    const term = { ...home.term!, is_running: false, starts_on: '2027-01-05' };
    open({ today: '2026-12-01', term, days: [{ day: '2027-01-05', lessons: [lesson('6', 8)] }] });
    expect((await region('Lessons: Tuesday, 5 Jan')).getByText('The school has holidays until 5 Jan.')).toBeInTheDocument();
  });

  it('teaches what is missing where there are no lessons, no term and no class', async () => {
    open({ has_lessons: false, days: [], marking: [], classes: [], notices: [] });
    expect((await region('Your lessons')).getByText(/an administrator adds them to the timetable/)).toBeInTheDocument();
    expect((await region('To mark')).getByText('Nothing waits for a mark.')).toBeInTheDocument();
    expect((await region('Attendance of your classes')).getByText(/You lead and teach no class yet/)).toBeInTheDocument();
    expect((await region('Notices')).getByText(/No notices yet/)).toBeInTheDocument();
    cleanup();
    open({ term: null, days: [] });
    expect((await region('Your lessons')).getByText(/No term has dates for today or later/)).toBeInTheDocument();
  });

  it('lists what waits for a mark with its age, and the classes beside the week before', async () => {
    open();
    expect((await region('To mark')).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'EssayEnglish · Form 2 · for 13 days3 answers',
      'SumsMathematics · Form 1 · since today1 answer',
    ]);
    const classes = await region('Attendance of your classes');
    expect(classes.getByRole('row', { name: /Form 1.*92\.5%/ })).toHaveTextContent('You are the class teacher');
    expect(classes.getByRole('row', { name: /Form 2.*–/ })).toBeInTheDocument();
  });

  it('lists a notice once', async () => {
    open();
    expect((await region('Notices')).getByText('Sports day')).toBeInTheDocument();
    expect(screen.getAllByText('Sports day')).toHaveLength(1);
  });
});
