// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { expectListStates, fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../App.tsx';

const home = '/dashboard/addons/cbse-examination';
const user = userEvent.setup();
afterEach(cleanup);

const scheme = {
  id: 'sc',
  name: 'Classes VI to VIII',
  weights: [50, 50],
  area_grades: ['A', 'B', 'C'],
  cbse_components: [
    { id: 'k2', name: 'Term examination', out_of: 90, best_of: null, position: 2 },
    { id: 'k1', name: 'Periodic test', out_of: 10, best_of: null, position: 1 },
  ],
  cbse_bands: [
    { grade: 'E', lowest: 0 },
    { grade: 'A1', lowest: 91 },
  ],
  cbse_areas: [{ id: 'a1', name: 'Art education', position: 1 }],
};
const yearClass = {
  id: 'y1',
  class_id: 'c1',
  scheme_id: 'sc',
  first_published_at: '2026-10-01T08:00:00Z',
  last_published_at: null,
  classes: { name: 'Form 3 East' },
  cbse_schemes: { name: 'Classes VI to VIII', weights: [50, 50] },
  first: { name: 'Term 2' },
  last: { name: 'Term 3', ends_on: '2026-11-30' },
};
const school = {
  name: 'Greenfield',
  motto: '',
  email: '',
  phone: '',
  address: '',
  time_zone: 'Africa/Nairobi',
  payment_instructions: '',
  look: null,
};
const part = (result: number | null, grade: string | null) => ({
  components: [{ name: 'Periodic test', out_of: 10, result: 8.25, is_absent: false }],
  result,
  grade,
});
const cards = {
  school,
  class_name: 'Form 3 East',
  class_teacher: 'Faith Achieng',
  scheme: 'Classes VI to VIII',
  year: 'Term 2 – Term 3',
  weights: [50, 50],
  area_grades: ['A', 'B', 'C'],
  bands: [
    { grade: 'A1', lowest: 91 },
    { grade: 'E', lowest: 0 },
  ],
  parts: [
    { part: 1, name: 'Term 2' },
    { part: 2, name: 'Term 3' },
  ],
  cards: [
    {
      student: { id: 's1', name: 'Amani Otieno', admission_number: 'GA/1', date_of_birth: null },
      subjects: [{ name: 'Biology', parts: [part(88.75, 'A2'), part(93, 'A1')], year: 91.3, grade: 'A1' }],
      areas: [{ name: 'Art education', grades: ['A', null] }],
      attendance: [
        { marked: 40, present: 38 },
        { marked: 0, present: 0 },
      ],
      remarks: ['Works well.', null],
    },
  ],
};

type Options = {
  path?: string;
  role?: Role;
  state?: 'on' | 'read-only';
  schemes?: object[];
  classes?: () => FakeResponse | Promise<FakeResponse>;
  refusals?: object[];
};
function open({
  path = '',
  role = 'admin',
  state = 'on',
  schemes = [scheme],
  classes = () => ({ body: [yearClass] }),
  refusals = [],
}: Options = {}) {
  const answers: Record<string, () => FakeResponse | Promise<FakeResponse>> = {
    cbse_schemes: () => ({ body: schemes }),
    cbse_classes: classes,
    'rpc/cbse_class_progress': () => ({ body: [{ cbse_class_id: 'y1', cells: 40, marked: 12 }] }),
    'rpc/cbse_students': () => ({
      body: [
        { id: 's1', name: 'Amani Otieno', admission_number: 'GA/1', has_left: false },
        { id: 's2', name: 'Brian Njeri', admission_number: 'GA/2', has_left: true },
      ],
    }),
    cbse_tests: () => ({ body: [{ id: 't1', component_id: 'k1', name: 'PT 1', max_score: 40 }] }),
    cbse_marks: () => ({ body: [{ test_id: 't1', student_id: 's1', score: 33, absence: null }] }),
    class_subjects: () => ({
      body: [
        { class_id: 'c1', subject_id: 'b1', teacher_id: 'u-teacher', classes: { name: 'Form 3 East' }, subjects: { name: 'Biology' } },
      ],
    }),
    'rpc/save_cbse_marks': () => ({ body: refusals }),
    'rpc/cbse_cards': () => ({ body: cards }),
    'rpc/family_cbse_cards': () => ({ body: [cards] }),
    'rpc/publish_cbse_part': () => ({ status: 204, body: null }),
    'rpc/save_cbse_scheme': () => ({ body: 'sc' }),
    'rpc/add_usual_cbse_schemes': () => ({ body: 2 }),
  };
  const { db, sent } = fakeDb((request) => answers[request.path]?.() ?? { body: [] });
  renderRoute(<App />, {
    path: home + path,
    session: signedInAs(role, {
      features: { 'addon:cbse-examination': state },
      ...(role === 'admin' ? { permissions: ['student:read', 'cbse:set-up'] } : {}),
    }),
    db,
  });
  return { sent };
}
const cell = (name: string) => screen.findByRole('textbox', { name });
const savedMarks = (sent: readonly { path: string; body?: unknown }[]) =>
  sent.filter(({ path }) => path === 'rpc/save_cbse_marks').map(({ body }) => body);

describe('the classes', () => {
  it('show their pending, error and empty states', () =>
    expectListStates((list) => open({ classes: list }), { table: 'Classes', empty: 'No class is examined yet' }));

  it('say how far their marks are and what families see', async () => {
    open();
    expect(await screen.findByRole('row', { name: /Form 3 East.*Classes VI to VIII.*12 of 40.*Term 2/ })).toBeVisible();
  });

  it('ask for a scheme first', async () => {
    open({ schemes: [], classes: () => ({ body: [] }) });
    expect(await screen.findByText('Choose how your school examines first')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Set up schemes' })).toHaveAttribute('href', `${home}/settings`);
  });
});

describe('the mark sheet', () => {
  it('saves a cell that is left, with what it held before', async () => {
    const { sent } = open({ path: '/marks', role: 'teacher' });
    const amani = await cell('Amani Otieno, PT 1');
    expect(amani).toHaveValue('33');
    await user.clear(amani);
    await user.type(amani, '34,5{Enter}');
    await waitFor(() =>
      expect(savedMarks(sent)).toEqual([
        { test_id: 't1', marks: [{ student_id: 's1', score: 34.5, absence: null, seen_score: 33, seen_absence: null }] },
      ]),
    );
    expect(screen.getByRole('textbox', { name: 'Brian Njeri, PT 1' })).toHaveFocus();
  });

  it('takes AB and EX, and keeps what is out of range in the cell', async () => {
    const { sent } = open({ path: '/marks', role: 'teacher' });
    await user.type(await cell('Brian Njeri, PT 1'), 'ab{Enter}');
    await waitFor(() =>
      expect(savedMarks(sent)).toEqual([
        { test_id: 't1', marks: [{ student_id: 's2', score: null, absence: 'absent', seen_score: null, seen_absence: null }] },
      ]),
    );
    const amani = await cell('Amani Otieno, PT 1');
    await user.clear(amani);
    await user.type(amani, '41{Enter}');
    expect(await screen.findByText('Enter 0 to 40, AB or EX.')).toBeVisible();
    expect(amani).toHaveValue('41');
    expect(savedMarks(sent)).toHaveLength(1);
  });

  it('keeps what somebody else’s change refused, with the reason', async () => {
    open({
      path: '/marks',
      role: 'teacher',
      refusals: [
        { student_id: 's1', code: 'cbse.changed', message: 'Somebody else has changed it.', said: null, score: 20, absence: null },
      ],
    });
    const amani = await cell('Amani Otieno, PT 1');
    await user.clear(amani);
    await user.type(amani, '30{Enter}');
    expect(await screen.findByText('Somebody else has changed it.')).toBeVisible();
    expect(amani).toHaveValue('30');
  });

  it('pastes a column downwards, and refuses more marks than students or several columns', async () => {
    const { sent } = open({ path: '/marks', role: 'teacher' });
    const paste = (target: HTMLElement, text: string) => fireEvent.paste(target, { clipboardData: { getData: () => text } });
    const amani = await cell('Amani Otieno, PT 1');
    paste(amani, '1\n2\n3');
    paste(amani, 'Amani\t1\nBrian\t2');
    expect(savedMarks(sent)).toEqual([]);
    paste(amani, '35\nEX\n');
    await waitFor(() =>
      expect(savedMarks(sent)).toEqual([
        {
          test_id: 't1',
          marks: [
            { student_id: 's1', score: 35, absence: null, seen_score: 33, seen_absence: null },
            { student_id: 's2', score: null, absence: 'exempt', seen_score: null, seen_absence: null },
          ],
        },
      ]),
    );
  });

  it('shows marks only to who does not teach the subject, and when the licence is over', async () => {
    open({ path: '/marks', role: 'teacher', state: 'read-only' });
    expect(await screen.findByRole('cell', { name: '33' })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Amani Otieno, PT 1' })).not.toBeInTheDocument();
  });
});

describe('results', () => {
  it('open a card, and are published after a question', async () => {
    const { sent } = open({ path: '/results' });
    await user.click(await screen.findByRole('button', { name: 'Publish Term 3' }));
    await user.click(within(await screen.findByRole('alertdialog', { name: 'Publish Term 3?' })).getByRole('button', { name: 'Publish' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/publish_cbse_part')?.body).toEqual({ cbse_class_id: 'y1', part: 2, is_published: true }),
    );
    await user.click(await screen.findByRole('row', { name: /Amani Otieno.*91.30 A1/ }));
    const card = await screen.findByRole('dialog', { name: 'Amani Otieno, Term 2 – Term 3' });
    expect(within(card).getByText('88.75 A2')).toBeVisible();
    expect(within(card).getByText(/present on 38 of 40 days. Works well./)).toBeVisible();
  });

  it('are shown to families as published', async () => {
    open({ path: '/cards', role: 'parent' });
    expect(await screen.findByRole('region', { name: 'Amani Otieno, Term 2 – Term 3' })).toHaveTextContent('91.30 A1');
  });
});

describe('settings', () => {
  it('start with the schemes of the board', async () => {
    const { sent } = open({ path: '/settings', schemes: [] });
    await user.click(await screen.findByRole('button', { name: 'Start with the schemes of the board' }));
    await waitFor(() => expect(sent.some(({ path }) => path === 'rpc/add_usual_cbse_schemes')).toBe(true));
  });

  it('change weights that make a hundred, and leave out rows without a name', async () => {
    const { sent } = open({ path: '/settings' });
    await user.click(await screen.findByRole('row', { name: /Classes VI to VIII/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Classes VI to VIII' });
    const weights = within(dialog).getByLabelText(/^Weights of the terms/);
    await user.clear(weights);
    await user.type(weights, '40, 50');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Enter 100, or two percentages that make 100 together')).toBeVisible();
    await user.clear(weights);
    await user.type(weights, '40, 60');
    await user.click(within(dialog).getByRole('button', { name: 'Add a row' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/save_cbse_scheme')?.body).toMatchObject({
        scheme_id: 'sc',
        weights: [40, 60],
        components: [
          { id: 'k1', name: 'Periodic test', out_of: 10, best_of: null },
          { id: 'k2', name: 'Term examination', out_of: 90, best_of: null },
        ],
        bands: [
          { grade: 'A1', lowest: 91 },
          { grade: 'E', lowest: 0 },
        ],
      }),
    );
  });
});
