// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { discardUnsent } from '@masomo/remote/offline/sealedStore';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../../App.tsx';

// Test files that ran in this process before are no tabs of this one.
vi.hoisted(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

const user = userEvent.setup();
afterEach(async () => {
  cleanup();
  await discardUnsent(session.user?.id ?? '');
  localStorage.clear();
});

const copied = (name: string) => readFileSync(path.join(import.meta.dirname, '../../../../../shared/testing/pastedBlocks', name), 'utf8');
const session = signedInAs('teacher', { schoolId: 'h1' });
const subject = { class_id: 'c1', subject_id: 'b1', school_id: 'h1', classes: { name: 'Form 1 East' }, subjects: { name: 'Biology' } };
const students = [
  ['s1', 'Achieng Akinyi', '0101'],
  ['s2', 'Baraka Barasa', '0102'],
  ['s3', 'Cherono Chebet', '0103'],
].map(([id, name, admission_number]) => ({ id, name, admission_number, left_on: null }));
const scale = { id: 'g1', curriculum: 'cbc', is_provisional: false, bands: [{ code: 'BE2', label: 'Below expectations', from: 0 }] };
const assessments = ['CAT 1', 'CAT 2'].map((name, index) => ({ id: `a${index + 1}`, name, max_score: 20, weight: 1, archived_at: null }));

/** Pastes into a cell of the gradebook of Achieng Akinyi (CAT 1: 18), Baraka Barasa and Cherono Chebet. */
async function paste(text: string, cell = 'CAT 1 of Achieng Akinyi') {
  const saved: unknown[] = [];
  const { db } = fakeDb(({ path: requested, query, body }) => {
    if (requested === 'class_subjects') return { body: [subject] };
    if (requested === 'school_terms') return { body: [{ id: 't1', name: 'Term 1', starts_on: '2026-01-05', ends_on: '2026-04-03' }] };
    if (requested === 'assessments') return { body: assessments };
    if (requested === 'rpc/gradebook_students') return { body: students };
    if (requested === 'grades' && query.get('select') === 'updated_at') return { body: [{ updated_at: '2026-02-01T08:00:00Z' }], total: 1 };
    if (requested === 'grades') return { body: query.get('offset') === '0' ? [{ student_id: 's1', assessment_id: 'a1', score: 18 }] : [] };
    if (requested === 'rpc/class_scale') return { body: scale };
    if (requested !== 'rpc/save_scores') throw new Error(`The test expected no request for ${requested}.`);
    saved.push(body);
    return { body: [] };
  });
  renderRoute(<App />, { path: '/dashboard/grades', session, db });
  await user.click(await screen.findByRole('textbox', { name: cell }));
  await user.paste(text);
  return saved;
}
const column = (assessment_id: string, ...scores: [student_id: string, score: number][]) => ({
  assessment_id,
  scores: scores.map(([student_id, score]) => ({
    student_id,
    score,
    seen: student_id === 's1' && assessment_id === 'a1' ? 18 : null,
    age: expect.any(Number) as number,
  })),
});
const preview = () => screen.findByRole('alertdialog', { name: 'Check the pasted marks' });
const linesOf = (dialog: HTMLElement, list: string) =>
  within(within(dialog).getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('shows a block with titles, names and words in place of marks before anything is filled in', async () => {
  const saved = await paste(copied('header-and-names.txt'));
  const dialog = await preview();
  expect(linesOf(dialog, 'To be filled in')).toEqual([
    'Achieng Akinyi, CAT 1: 17.0 instead of 18',
    'Achieng Akinyi, CAT 2: ABS',
    'Baraka Barasa, CAT 1: 18',
  ]);
  expect(linesOf(dialog, 'Not filled in')).toEqual([
    'Row 3 (Baraka Barasa, CAT 2: -): This is no mark; the cell stays as it is.',
    'Row 4 (Cherono Chebet, CAT 1: 19 / 20): Enter a number, such as 17.5, or ab for absent, or ex for exempt',
    'Row 4 (Cherono Chebet, CAT 2: 80%): Enter a number, such as 17.5, or ab for absent, or ex for exempt',
  ]);
  expect(saved).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Fill in 3 marks' }));
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved).toContainEqual(column('a1', ['s1', 17], ['s2', 18]));
  expect(saved).toContainEqual({
    assessment_id: 'a2',
    scores: [{ student_id: 's1', score: null, absence: 'absent', seen: null, age: expect.any(Number) as number }],
  });
});

it('gives each named student their own mark, whatever the order, and names who is not in the class', async () => {
  const saved = await paste('CHEBET Cherono\t11\nWanjiru Kamau\t12\nakinyi, achieng\t13', 'CAT 2 of Achieng Akinyi');
  const dialog = await preview();
  expect(linesOf(dialog, 'Not filled in')).toEqual(['Row 2 (Wanjiru Kamau, 12): No student of this class has this name.']);
  await user.click(within(dialog).getByRole('button', { name: 'Fill in 2 marks' }));
  await waitFor(() => expect(saved).toEqual([column('a2', ['s3', 11], ['s1', 13])]));
});

it('fills nothing in when the teacher cancels', async () => {
  const saved = await paste('Baraka Barasa\t11\nAchieng Akinyi\t12');
  await user.click(within(await preview()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('textbox', { name: 'CAT 1 of Achieng Akinyi' })).toHaveValue('18');
  expect(saved).toEqual([]);
});

it('fills named rows in at once where they stand as in the list', async () => {
  const saved = await paste('Adm No\tName\tCAT 1\n101\tAchieng Akinyi\t12\n102\tBaraka Barasa\t13');
  await waitFor(() => expect(saved).toEqual([column('a1', ['s1', 12], ['s2', 13])]));
});

it.each([
  ['column.txt', [17, 15.5, 20]],
  ['decimal-comma.txt', [17.5, 15.25, 20]],
])('fills the numbers of %s in at once', async (name, [first = 0, second = 0, third = 0]) => {
  const saved = await paste(copied(name));
  await waitFor(() => expect(saved).toEqual([column('a1', ['s1', first], ['s2', second], ['s3', third])]));
});

it('shows where the marks go when a block has more rows and columns than the gradebook', async () => {
  const saved = await paste('11\t1\n12\t2', 'CAT 2 of Cherono Chebet');
  const dialog = await preview();
  expect(linesOf(dialog, 'Not filled in')).toEqual([
    'Column 2: There is no assessment right of the last one for this column.',
    'Row 2 (12, 2): The list of students ends above this row.',
  ]);
  await user.click(within(dialog).getByRole('button', { name: 'Fill in 1 mark' }));
  await waitFor(() => expect(saved).toEqual([column('a2', ['s3', 11])]));
});
