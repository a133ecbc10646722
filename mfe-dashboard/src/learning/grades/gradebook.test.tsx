// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

configure({ asyncUtilTimeout: 8_000 });
const user = userEvent.setup();
afterEach(cleanup);

const session = signedInAs('teacher', { schoolId: 'h1' });
const students = [
  ['s1', 'Amani', 'Otieno'],
  ['s2', 'Brian', 'Njeri'],
].map(([id, first_name, last_name]) => ({ id, first_name, last_name, admission_number: `GA/${id}` }));

type Answer = { status?: number; body: unknown };
const noneSaved = (): Answer => {
  throw new Error('The test expected no mark to be saved.');
};

function open(
  respond: () => Answer,
  gradesFrom = (from: number) => (from === 0 ? [{ student_id: 's1', assessment: 'CAT', score: 18 }] : []),
) {
  const database = fakeDb(({ path, query }) => {
    if (path === 'class_subjects')
      return {
        body: [{ class_id: 'c1', subject_id: 'b1', school_id: 'h1', classes: { name: 'Form 1 East' }, subjects: { name: 'Biology' } }],
      };
    if (path === 'school_terms') return { body: [{ id: 't1', name: 'Term 1', starts_on: '2026-01-05', ends_on: '2026-04-03' }] };
    if (path === 'assessments') return { body: [{ id: 'a1', name: 'CAT', max_score: 20, weight: 1, archived_at: null }] };
    if (path === 'students') return { body: students };
    if (path === 'grades') return { body: gradesFrom(Number(query.get('offset'))) };
    if (path === 'rpc/record_scores') return respond();
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard/grades', session, db: database.db });
  return database;
}
const bodies = (sent: { path: string; body?: unknown }[]) =>
  sent.filter(({ path }) => path === 'rpc/record_scores').map(({ body }) => body);

describe('the gradebook', () => {
  it('shows average and level, rejects a score out of range and saves on blur', async () => {
    const { sent } = open(() => ({ body: 1 }));
    expect(await screen.findByRole('row', { name: /Amani Otieno.*90%.*EE1/ })).toBeInTheDocument();
    const cell = screen.getByRole('textbox', { name: 'CAT of Brian Njeri' });
    await user.type(cell, '21{Enter}');
    expect(await screen.findByText(/The score is from 0 to 20/)).toBeInTheDocument();
    expect(bodies(sent)).toEqual([]);
    await user.clear(cell);
    await user.type(cell, '15.5{Enter}');
    await waitFor(() => expect(bodies(sent)).toEqual([{ assessment_id: 'a1', scores: [{ student_id: 's2', score: 15.5, seen: null }] }]));
    expect(await screen.findByRole('row', { name: /Brian Njeri.*77\.5%/ })).toBeInTheDocument();
    expect(await screen.findByText('Everything is saved.')).toBeInTheDocument();
    expect(sent.filter(({ path }) => path === 'grades')).toHaveLength(3);
    await user.clear(cell);
    await user.type(cell, '16{Enter}');
    await waitFor(() =>
      expect(bodies(sent)).toContainEqual({ assessment_id: 'a1', scores: [{ student_id: 's2', score: 16, seen: 15.5 }] }),
    );
  });

  it('reads more marks than one response holds', async () => {
    const others = Array.from({ length: 1000 }, (_, n) => ({ student_id: `other-${n}`, assessment: 'CAT', score: 1 }));
    open(noneSaved, (from) => (from < 3000 ? others : from === 3000 ? [{ student_id: 's2', assessment: 'CAT', score: 13 }] : []));
    expect(await screen.findByRole('textbox', { name: 'CAT of Brian Njeri' })).toHaveValue('13');
  });

  it('moves with the arrow keys and accepts a pasted column', async () => {
    const { sent } = open(() => ({ body: 2 }));
    await user.click(await screen.findByRole('textbox', { name: 'CAT of Amani Otieno' }));
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('textbox', { name: 'CAT of Brian Njeri' })).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    await user.paste('12\n13');
    await waitFor(() =>
      expect(bodies(sent)).toEqual([
        {
          assessment_id: 'a1',
          scores: [
            { student_id: 's1', score: 12, seen: 18 },
            { student_id: 's2', score: 13, seen: null },
          ],
        },
      ]),
    );
  });

  it('keeps a draft on a conflict until the teacher decides', async () => {
    open(() => ({
      status: 409,
      body: { code: 'PT409', message: 'Amani Otieno has 9 in CAT by now, written by somebody else.', hint: 'grade.changed', details: 's1' },
    }));
    const cell = await screen.findByRole('textbox', { name: 'CAT of Amani Otieno' });
    await user.clear(cell);
    await user.type(cell, '11{Enter}');
    expect(await screen.findByText(/written by somebody else/)).toBeInTheDocument();
    expect(cell).toHaveValue('11');
    await user.click(screen.getByRole('button', { name: 'Keep 18' }));
    expect(cell).toHaveValue('18');
    expect(await screen.findByText('Everything is saved.')).toBeInTheDocument();
  });
});
