// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { fakeDb, renderRoute, signedInAs, tellChange } from '@masomo/testing';
import { App } from '../../App.tsx';

const signed = vi.hoisted(() => vi.fn(async () => ({ data: { signedUrl: '#file' }, error: null })));
vi.mock('@masomo/auth', async (original) => ({
  ...(await original<object>()),
  getClient: async () => ({
    auth: { getSession: async () => ({ data: { session: { access_token: 'own' } } }) },
    storage: { from: () => ({ createSignedUrl: signed }) },
  }),
}));
const user = userEvent.setup();
afterEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

const attendance = {
  step: 'week',
  counts: { present: 90, late: 5, excused: 3, absent: 2 },
  days: [
    { start: '2026-01-05', present: 50, late: 2, excused: 0, absent: 1 },
    { start: '2026-01-12', present: 40, late: 3, excused: 3, absent: 1 },
  ],
  classes: [{ id: 'c1', name: 'Form 1 East', present: 90, late: 5, excused: 3, absent: 2 }],
};
const results = {
  students: 3,
  mean: 61.5,
  scales: [
    {
      scale: {
        id: 'g1',
        curriculum: '8-4-4',
        is_provisional: false,
        bands: [
          { code: 'A', label: 'Excellent', from: 80 },
          { code: 'C', label: 'Average', from: 62 },
          { code: 'E', label: 'Poor', from: 0 },
        ],
      },
      levels: ['Form 1', 'Form 2'],
      percents: [
        { percent: 92, results: 2 },
        { percent: 40, results: 1 },
      ],
    },
  ],
  subjects: [{ id: 'b1', name: 'Biology', students: 3, mean: 61.5 }],
  classes: [{ id: 'c1', name: 'Form 1 East', students: 3, mean: 61.5 }],
};
const counted = [
  { percent: 92, results: 3 },
  { percent: 40, results: 1 },
];
const levels = {
  scale: {
    id: 'g2',
    curriculum: 'cbc',
    is_provisional: false,
    bands: [
      { code: 'EE1', label: 'Exceeding expectations', from: 90 },
      { code: 'ME1', label: 'Meeting expectations', from: 58 },
      { code: 'AE1', label: 'Approaching expectations', from: 31 },
      { code: 'BE1', label: 'Below expectations', from: 0 },
    ],
  },
  levels: ['Grade 7'],
  percents: counted,
  subjects: [{ id: 'b2', name: 'Kiswahili', percents: counted }],
  classes: [{ id: 'c2', name: 'Grade 7', percents: counted }],
};
const fees = {
  step: 'week',
  charged: 5000,
  collected: 3000,
  balance: 2000,
  owed: 2300,
  overdue: 500,
  periods: [{ start: '2026-01-05', charged: 5000, collected: 3000 }],
  methods: [{ method: 'mpesa', amount: 3000, payments: 2 }],
  classes: [{ id: 'c1', name: 'Form 1 East', charged: 5000, collected: 3000, balance: 2000 }],
};
const person = { id: 's1', admission_number: 'GA/1', first_name: 'Amani', last_name: 'Otieno', class_name: 'Form 1 East' };

function open(
  path: string,
  role: Role = 'admin',
  more: (path: string) => { status?: number; body: unknown } | undefined = () => undefined,
) {
  const database = fakeDb(({ path: requestPath }) => {
    const special = more(requestPath);
    if (special) return special;
    if (requestPath === 'school_terms') return { body: [{ id: 't1', name: 'Term 1', starts_on: '2026-01-05', ends_on: '2026-04-03' }] };
    if (requestPath === 'classes') return { body: [{ id: 'c1', name: 'Form 1 East' }] };
    if (requestPath === 'rpc/attendance_report') return { body: attendance };
    if (requestPath === 'rpc/attendance_by_student')
      return { body: [{ ...person, marked: 20, present: 17, late: 1, excused: 0, absent: 2, share: 90, total: 1 }] };
    if (requestPath === 'rpc/results_report') return { body: results };
    if (requestPath === 'rpc/results_by_student') return { body: [{ ...person, subjects: 6, mean: 61.5, scale_id: 'g1', total: 1 }] };
    if (requestPath === 'rpc/fees_report') return { body: fees };
    if (requestPath === 'jobs' || requestPath === 'job_files') return { body: [] };
    throw new Error(`The test expected no request for ${requestPath}.`);
  });
  const route = renderRoute(<App />, { path, session: signedInAs(role, { schoolId: 'h1' }), db: database.db });
  return { ...database, ...route };
}

describe('the attendance report', () => {
  it('shows the term by week and class, as a chart or a table, and each student', async () => {
    const { sent } = open('/dashboard/reports');
    expect(await screen.findByText('95%', { selector: 'p' })).toBeInTheDocument();
    expect(await screen.findByRole('row', { name: /Amani Otieno.*90%/ })).toBeInTheDocument();
    const chart = screen.getByRole('region', { name: 'Attendance by week' });
    await user.click(within(chart).getByRole('button', { name: 'Show as table' }));
    expect(within(chart).getByRole('row', { name: /12 Jan 2026.*40.*3.*3.*1/ })).toBeInTheDocument();
    expect(sent.find(({ path }) => path === 'rpc/attendance_report')?.query.get('from_day')).toBe('2026-01-05');
  });

  it('has no share of attendance before the first register', async () => {
    open('/dashboard/reports', 'admin', (path) => {
      if (path === 'rpc/attendance_report')
        return { body: { step: 'week', counts: { present: 0, late: 0, excused: 0, absent: 0 }, days: [], classes: [] } };
      return path === 'rpc/attendance_by_student' ? { body: [] } : undefined;
    });
    expect(await screen.findByText('No registers yet')).toBeInTheDocument();
    expect(screen.queryByText(/\b0%/)).toBeNull();
  });

  it('keeps its class and date filters in the address', async () => {
    const { sent, address } = open('/dashboard/reports');
    await screen.findByRole('option', { name: 'Form 1 East' });
    await user.selectOptions(screen.getByLabelText('Class'), 'Form 1 East');
    await waitFor(() =>
      expect(
        sent
          .filter(({ path }) => path === 'rpc/attendance_report')
          .at(-1)
          ?.query.get('class_id'),
      ).toBe('c1'),
    );
    expect(address()).toBe('/dashboard/reports?class=c1');
    expect(screen.getByRole('link', { name: 'Results' })).toHaveAttribute('href', '/dashboard/reports/results?class=c1');
  });

  it('reads again after an error', async () => {
    let broken = true;
    open('/dashboard/reports', 'admin', (path) =>
      broken && path === 'rpc/attendance_report' ? { status: 400, body: { message: 'down' } } : undefined,
    );
    const [retry] = await screen.findAllByRole('button', { name: /try again|retry/i });
    broken = false;
    await user.click(retry!);
    expect(await screen.findByText('95%', { selector: 'p' })).toBeInTheDocument();
  });
});

describe('results', () => {
  it('are counted by grade, and a selected class has its report cards', async () => {
    open('/dashboard/reports/results');
    const levels = await screen.findByRole('region', { name: 'Results by grade: Form 1, Form 2' });
    await user.click(within(levels).getByRole('button', { name: 'Show as table' }));
    expect(within(levels).getByRole('row', { name: /A, excellent.*2/ })).toBeInTheDocument();
    expect(within(levels).getByRole('row', { name: /E, poor.*1/ })).toBeInTheDocument();
    expect(await screen.findByRole('row', { name: /Amani Otieno.*62%.*C/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose a class for report cards' })).toBeDisabled();
    const fetchPaper = vi.fn<typeof fetch>(async () => Response.json({ code: 'paper.no_marks', message: 'No marks.' }, { status: 404 }));
    vi.stubGlobal('fetch', fetchPaper);
    await user.click(await screen.findByRole('button', { name: 'Report card of Amani Otieno' }));
    await waitFor(() => expect(fetchPaper).toHaveBeenCalled());
    const [address, request] = fetchPaper.mock.calls[0] ?? [];
    expect([address, JSON.parse(String(request?.body))]).toEqual([
      '/_papers/report-cards',
      { term: expect.any(String), student: 's1', language: 'en' },
    ]);
    expect(request?.headers).toMatchObject({ authorization: 'Bearer own' });
  });

  it('have the report cards of a class made by a job, which shows how far it is and gives its file', async () => {
    let [jobs, files]: object[][] = [[], []];
    const times = { due_at: '2026-11-20T08:00:00Z', created_at: '2026-11-20T07:59:00Z', finished_at: null };
    const job = { id: 'j1', kind: 'class-report-cards', subject: 't1/c1', done: 0, total: 60, reason: null, failures: 0, ...times };
    const { sent } = open('/dashboard/reports/results', 'admin', (path) => {
      if (path === 'rpc/start_job') jobs = [{ ...job, state: 'running' }];
      if (path === 'rpc/start_job') return { body: 'j1' };
      if (path === 'jobs') return { body: jobs };
      return path === 'job_files' ? { body: files } : undefined;
    });
    expect(await screen.findByRole('button', { name: 'Choose a class for report cards' })).toBeDisabled();
    expect(screen.queryByRole('region', { name: 'Report cards of classes' })).toBeNull();
    await user.selectOptions(screen.getByLabelText('Class'), 'Form 1 East');
    await user.click(await screen.findByRole('button', { name: 'Report cards of Form 1 East' }));
    const panel = await screen.findByRole('region', { name: 'Report cards of classes' });
    expect(await within(panel).findByText('0 of 60 done')).toBeInTheDocument();
    expect(within(panel).getByRole('button', { name: /^Cancel what was started/ })).toBeInTheDocument();
    expect(sent.find(({ path }) => path === 'rpc/start_job')?.body).toEqual({
      kind: 'class-report-cards',
      subject: expect.stringMatching(/\/c1$/),
      args: { term: expect.any(String), class: 'c1', language: 'en' },
    });
    const started = sent.find(({ path }) => path === 'rpc/start_job')?.body as { subject: string };
    jobs = [{ ...job, subject: started.subject, state: 'failed', reason: 'Gone' }];
    await tellChange('jobs');
    expect(await within(panel).findByText(/^Form 1 East, Term \d · /)).toBeInTheDocument();
    expect(within(panel).getByText('It could not be finished: Gone')).toBeInTheDocument();
    expect(within(panel).getByRole('button', { name: /^Try again what was started Form 1 East, Term/ })).toBeInTheDocument();
    jobs = [{ ...job, state: 'done', done: 60 }];
    files = [{ job_id: 'j1', school_id: 'h1', name: 'Report cards.pdf', size: 1_500_000, expires_at: '2026-11-27T08:00:00Z' }];
    await tellChange('job_files');
    await waitFor(() => expect(signed).toHaveBeenCalledWith('h1/j1', 60));
  });

  it('have the files of before to download', async () => {
    open('/dashboard/reports/results', 'admin', (path) =>
      path === 'job_files'
        ? {
            body: [
              {
                job_id: 'j0',
                school_id: 'h1',
                name: 'Report cards Form 1 East, Term 1.pdf',
                size: 1_500_000,
                expires_at: '2026-11-27T08:00:00Z',
              },
            ],
          }
        : undefined,
    );
    const panel = await screen.findByRole('region', { name: 'Report cards of classes' });
    expect(within(panel).getByText(/MB, here until 27 Nov 2026/)).toBeInTheDocument();
    await user.click(within(panel).getByRole('button', { name: 'Download Report cards Form 1 East, Term 1.pdf' }));
    await waitFor(() => expect(signed).toHaveBeenCalledWith('h1/j0', 60));
  });

  it('have no mean in the competency-based curriculum', async () => {
    open('/dashboard/reports/results', 'admin', (path) =>
      path === 'rpc/results_report'
        ? { body: { ...results, mean: null, subjects: [], classes: [], scales: [levels] } }
        : path === 'rpc/results_by_student'
          ? { body: [{ ...person, subjects: 3, mean: null, scale_id: 'g2', percents: [92, 91, 40], total: 1 }] }
          : undefined,
    );
    const bySubject = within(await screen.findByRole('table', { name: 'Levels by subject' }));
    expect(bySubject.getByRole('row', { name: 'Kiswahili 75% 0% 25% 0%' })).toBeInTheDocument();
    expect(screen.getByRole('table', { name: 'Levels by class' })).toBeInTheDocument();
    expect(screen.getAllByText('EE exceeding, ME meeting, AE approaching, BE below expectations').length).toBeGreaterThan(0);
    expect(await screen.findByRole('row', { name: /Amani Otieno.* 3 2 EE1, 1 AE1/ })).toBeInTheDocument();
    expect(screen.queryByText('Mean')).toBeNull();
    expect(screen.queryByText('No marks were given in this term.')).toBeNull();
  });

  it('are not counted by level where a teacher judges it', async () => {
    const judged = { ...levels, scale: { ...levels.scale, bands: levels.scale.bands.map((band) => ({ ...band, from: null })) } };
    open('/dashboard/reports/results', 'admin', (path) =>
      path === 'rpc/results_report'
        ? { body: { ...results, mean: null, subjects: [], classes: [], scales: [judged] } }
        : path === 'rpc/results_by_student'
          ? { body: [{ ...person, subjects: 3, mean: null, scale_id: 'g2', percents: [92, 91, 40], total: 1 }] }
          : undefined,
    );
    expect(await screen.findByRole('region', { name: 'Levels of Grade 7' })).toHaveTextContent(/a teacher judges the level/);
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: /Mean|Levels/ })).toBeNull());
    expect(screen.getByRole('columnheader', { name: /Subjects/ })).toBeInTheDocument();
  });

  it('say what to do without a term', async () => {
    open('/dashboard/reports/results', 'admin', (path) => (path === 'school_terms' ? { body: [] } : undefined));
    expect(await screen.findByText('No terms yet')).toBeInTheDocument();
  });
});

describe('fees', () => {
  it('show what was due and collected', async () => {
    open('/dashboard/reports/fees');
    expect((await screen.findAllByText(/KES\s5,000/)).length).toBeGreaterThan(0);
    expect(screen.getByRole('row', { name: /M-Pesa.*KES\s3,000/ })).toBeInTheDocument();
    expect(screen.getByText(/KES\s2,300 owed less KES\s300 others paid ahead/)).toBeInTheDocument();
  });

  it('are hidden from a teacher', async () => {
    const { address } = open('/dashboard/reports/fees', 'teacher');
    expect(await screen.findByRole('region', { name: 'Attendance by week' })).toBeInTheDocument();
    expect(address()).toBe('/dashboard/reports');
    expect(screen.queryByRole('link', { name: 'Fees' })).toBeNull();
  });
});
