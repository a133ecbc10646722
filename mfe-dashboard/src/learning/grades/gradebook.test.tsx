// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { provideDb } from '@masomo/data';
import { countUnsent } from '@masomo/remote/offline/sealedStore';
import { fakeDb, renderRoute, signedInAs, tellChange, type FakeResponse as Answer } from '@masomo/testing';
import { hasUnsavedChanges } from '@masomo/navigation';
import { App } from '../../App.tsx';
import { scoreOutbox } from './editing/scoreOutbox.ts';

// Test files that ran in this process before are no tabs of this one.
vi.hoisted(() => void Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

const user = userEvent.setup();
let [owner, session] = ['', signedInAs('teacher')];
beforeEach(() => {
  // Somebody else in each test: what is still being kept when one ends would be in the cells of the next.
  owner = crypto.randomUUID();
  session = signedInAs('teacher', { id: owner, schoolId: 'h1' });
  // What is queued before a screen is open is sealed as well.
  provideDb(async () => fakeDb(() => ({ status: 500, body: {} })).db);
  sessionStore.set(session);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const subjectRow = { class_id: 'c1', subject_id: 'b1', school_id: 'h1', classes: { name: 'Form 1 East' }, subjects: { name: 'Biology' } };
const westRow = { ...subjectRow, class_id: 'c2', classes: { name: 'Form 1 West' } };
const foreignRow = { ...subjectRow, class_id: 'c9', classes: { name: 'Form 4 East' } };
const students = [
  ['s1', 'Amani Otieno'],
  ['s2', 'Brian Njeri'],
].map(([id, name]) => ({ id, name, admission_number: `GA/${id}`, left_on: id === 's2' ? '2026-02-16' : null }));

const allSaved = (): Answer => ({ body: [] });
const changedTo = (student_id: string, standing: number | null) => ({
  student_id,
  code: 'grade.changed',
  message: `Amani Otieno has ${standing} in CAT by now, written by somebody else.`,
  standing,
  by: 'Grace Wambui',
  at: '2026-02-01T09:00:00Z',
});
const noneSaved = (): Answer => {
  throw new Error('The test expected no mark to be saved.');
};

const scale = {
  id: 'g1',
  curriculum: 'cbc',
  is_provisional: false,
  bands: [
    { code: 'EE1', label: 'Exceeding expectations', from: 90 },
    { code: 'BE2', label: 'Below expectations', from: 0 },
  ],
};
const revision = { at: '2026-02-01T08:00:00Z' };

function open(
  respond: (body: unknown) => Answer | Promise<Answer>,
  gradesFrom: (from: number) => object[] = (from) => (from === 0 ? [{ student_id: 's1', assessment_id: 'a1', score: 18 }] : []),
) {
  const database = fakeDb(({ path, query, body }) => {
    if (path === 'class_subjects') {
      if (query.has('teacher_id')) return { body: [subjectRow] };
      return { body: query.has('classes.class_teacher_id') ? [subjectRow, westRow] : [subjectRow, westRow, foreignRow] };
    }
    if (path === 'school_terms') return { body: [{ id: 't1', name: 'Term 1', starts_on: '2026-01-05', ends_on: '2026-04-03' }] };
    if (path === 'assessments') return { body: [{ id: 'a1', name: 'CAT', max_score: 20, weight: 1, archived_at: null }] };
    if (path === 'rpc/gradebook_students') return { body: students };
    if (path === 'grades' && query.get('select') === 'updated_at') return { body: [{ updated_at: revision.at }], total: 1 };
    if (path === 'grades') return { body: gradesFrom(Number(query.get('offset'))) };
    if (path === 'rpc/class_scale') return { body: scale };
    if (path === 'rpc/save_scores') return respond(body);
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard/grades', session, db: database.db });
  return database;
}
const bodies = (sent: { path: string; body?: unknown }[]) => sent.filter(({ path }) => path === 'rpc/save_scores').map(({ body }) => body);

describe('the gradebook', () => {
  it('offers what its teacher teaches or leads, and nothing that would be refused', async () => {
    open(noneSaved);
    const subjects = await screen.findByLabelText('Class and subject');
    expect(
      within(subjects)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Form 1 East, Biology', 'Form 1 West, Biology']);
  });

  it('takes ab and ex in place of a score, shows Abs and Ex, and leaves both out of the average', async () => {
    const { sent } = open(allSaved, (from) =>
      from === 0
        ? [
            { student_id: 's1', assessment_id: 'a1', score: 18, absence: null },
            { student_id: 's2', assessment_id: 'a1', score: null, absence: 'exempt' },
          ]
        : [],
    );
    const [amani, brian] = [await screen.findByLabelText('CAT of Amani Otieno'), screen.getByLabelText('CAT of Brian Njeri')];
    expect(brian).toHaveValue('Ex');
    expect(screen.getByRole('button', { name: 'Absent (ab)' })).toBeDisabled();
    await user.clear(amani);
    await user.type(amani, 'ab{Enter}');
    await waitFor(() =>
      expect(bodies(sent)).toEqual([
        { assessment_id: 'a1', scores: [{ student_id: 's1', score: null, absence: 'absent', seen: 18, age: expect.any(Number) }] },
      ]),
    );
    await waitFor(() => expect(amani).toHaveValue('Abs'));
    expect(screen.getByRole('row', { name: /Amani Otieno.*–/ })).toBeInTheDocument();
    // The cell of Brian Njeri has the focus.
    await user.click(screen.getByRole('button', { name: 'Absent (ab)' }));
    await waitFor(() =>
      expect(bodies(sent)[1]).toEqual({
        assessment_id: 'a1',
        scores: [{ student_id: 's2', score: null, absence: 'absent', seen: null, seen_absence: 'exempt', age: expect.any(Number) }],
      }),
    );
  });

  it('shows average and level, rejects a score out of range and saves on blur', async () => {
    const { sent } = open(allSaved);
    expect(await screen.findByRole('row', { name: /Amani Otieno.*90%.*EE1/ })).toBeInTheDocument();
    // A student who left the class during the term keeps their row.
    expect(screen.getByRole('rowheader', { name: /Brian Njeri.*In this class until 16 Feb 2026/ })).toBeInTheDocument();
    const cell = screen.getByRole('textbox', { name: 'CAT of Brian Njeri' });
    await user.type(cell, '21{Enter}');
    expect(await screen.findByText(/The score is from 0 to 20/)).toBeInTheDocument();
    expect(bodies(sent)).toEqual([]);
    await user.clear(cell);
    await user.type(cell, '15.5{Enter}');
    await waitFor(() =>
      expect(bodies(sent)).toEqual([
        { assessment_id: 'a1', scores: [{ student_id: 's2', score: 15.5, seen: null, age: expect.any(Number) }] },
      ]),
    );
    expect(await screen.findByRole('row', { name: /Brian Njeri.*78%/ })).toBeInTheDocument();
    expect(await screen.findByText('Everything is saved.')).toBeInTheDocument();
    expect(sent.filter(({ path, query }) => path === 'grades' && query.has('offset'))).toHaveLength(3);
    await user.clear(cell);
    await user.type(cell, '16{Enter}');
    await waitFor(() =>
      expect(bodies(sent)).toContainEqual({
        assessment_id: 'a1',
        scores: [{ student_id: 's2', score: 16, seen: 15.5, age: expect.any(Number) }],
      }),
    );
  });

  it('reads more marks than one response holds', async () => {
    const others = Array.from({ length: 1000 }, (_, n) => ({ student_id: `other-${n}`, assessment_id: 'a1', score: 1 }));
    open(noneSaved, (from) => (from < 3000 ? others : from === 3000 ? [{ student_id: 's2', assessment_id: 'a1', score: 13 }] : []));
    expect(await screen.findByRole('textbox', { name: 'CAT of Brian Njeri' })).toHaveValue('13');
  });

  it('moves with the arrow keys and accepts a pasted column', async () => {
    const { sent } = open(allSaved);
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
            { student_id: 's1', score: 12, seen: 18, age: expect.any(Number) },
            { student_id: 's2', score: 13, seen: null, age: expect.any(Number) },
          ],
        },
      ]),
    );
  });

  it('moves to the next student once a mark is complete, and stays where that is switched off', async () => {
    open(allSaved);
    const cell = await screen.findByRole('textbox', { name: 'CAT of Amani Otieno' });
    await user.type(cell, '12');
    expect(screen.getByRole('textbox', { name: 'CAT of Brian Njeri' })).toHaveFocus();
    await user.click(screen.getByRole('switch', { name: /Move to the next student/ }));
    await user.type(cell, '13');
    expect(cell).toHaveFocus();
  });

  it('keeps a draft on a conflict until the teacher decides', async () => {
    open(() => ({ body: [changedTo('s1', 9)] }));
    const cell = await screen.findByRole('textbox', { name: 'CAT of Amani Otieno' });
    await user.clear(cell);
    await user.type(cell, '11{Enter}');
    expect(await screen.findByText(/written by somebody else/)).toBeInTheDocument();
    expect(cell).toHaveValue('11');
    expect(cell).toHaveAccessibleDescription(/has 9 in CAT/);
    const choice = screen.getByRole('alert');
    expect(choice).toHaveTextContent(/Amani Otieno, CAT\s*You\s*11/);
    expect(choice).toHaveTextContent(/Grace Wambui, 1 Feb 2026.*9/);
    await user.click(within(choice).getByRole('button', { name: 'Keep 9' }));
    expect(cell).toHaveValue('9');
    expect(await screen.findByText('Everything is saved.')).toBeInTheDocument();
  });

  it('sends what the teacher insists on, seen against the mark that was shown', async () => {
    let refused = [changedTo('s1', 9)];
    const { sent } = open(() => ({ body: refused }));
    const cell = await screen.findByRole('textbox', { name: 'CAT of Amani Otieno' });
    await user.clear(cell);
    await user.type(cell, '11{Enter}');
    const insist = await screen.findByRole('button', { name: 'Use 11' });
    refused = [];
    await user.click(insist);
    await waitFor(() =>
      expect(bodies(sent).at(-1)).toEqual({
        assessment_id: 'a1',
        scores: [{ student_id: 's1', score: 11, seen: 9, age: expect.any(Number) }],
      }),
    );
    expect(await screen.findByText('Everything is saved.')).toBeInTheDocument();
  });
});

describe('a mark that is not saved', () => {
  async function typeRefused() {
    const opened = open(noneSaved);
    await user.type(await screen.findByRole('textbox', { name: 'CAT of Brian Njeri' }), 'abc{Enter}');
    expect(await screen.findByText('1 mark is not saved')).toBeInTheDocument();
    return opened;
  }

  it('says why in its cell, can be shown, and offers nothing that cannot succeed', async () => {
    await typeRefused();
    const cell = screen.getByRole('textbox', { name: 'CAT of Brian Njeri' });
    expect(cell).toHaveAccessibleDescription('Enter a number, such as 17.5, or ab for absent, or ex for exempt');
    expect(screen.queryByRole('button', { name: /^Save / })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show it' }));
    expect(cell).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Discard “abc”' }));
    expect(cell).toHaveValue('');
  });

  it('asks before the page is left, in words that are true', async () => {
    await typeRefused();
    expect(hasUnsavedChanges('PUSH')).toMatchObject({
      title: '1 mark is not saved',
      body: expect.stringContaining('stay in this gradebook'),
    });
    expect(hasUnsavedChanges('unload')).toBeTruthy();
  });

  it('asks before another class is chosen, and waits where it was typed', async () => {
    await typeRefused();
    const subjects = screen.getByLabelText('Class and subject');
    await user.selectOptions(subjects, 'Form 1 West, Biology');
    const question = await screen.findByRole('alertdialog', { name: '1 mark is not saved' });
    await user.click(within(question).getByRole('button', { name: 'Stay in this gradebook' }));
    expect(screen.getByRole('textbox', { name: 'CAT of Brian Njeri' })).toHaveValue('abc');
    await user.selectOptions(subjects, 'Form 1 West, Biology');
    await user.click(await screen.findByRole('button', { name: 'Leave them for later' }));
    await user.click(await screen.findByRole('button', { name: 'Form 1 East, Biology, Term 1: 1' }));
    expect(await screen.findByRole('textbox', { name: 'CAT of Brian Njeri' })).toHaveValue('abc');
  });

  it('is there again after the page was closed', async () => {
    await typeRefused();
    cleanup();
    open(noneSaved);
    // The sheet is there before what the device keeps.
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'CAT of Brian Njeri' })).toHaveValue('abc'));
  });

  it('waits without a connection, counted at sign-out, and goes out once when it is back', async () => {
    let isOnline = false;
    const { sent } = open(() => (isOnline ? allSaved() : Promise.reject(new TypeError('Failed to fetch'))));
    await user.type(await screen.findByRole('textbox', { name: 'CAT of Brian Njeri' }), '14{Enter}');
    expect(await screen.findByText(/^1 mark not sent yet/)).toBeInTheDocument();
    expect(await countUnsent(owner)).toBe(1);
    const before = bodies(sent).length;
    isOnline = true;
    await act(() => scoreOutbox.flush(owner));
    expect(await screen.findByText('Everything is saved.')).toBeInTheDocument();
    expect(bodies(sent).slice(before)).toEqual([
      { assessment_id: 'a1', scores: [{ student_id: 's2', score: 14, seen: null, age: expect.any(Number) }] },
    ]);
    expect(await countUnsent(owner)).toBe(0);
  });

  it('is no conflict with oneself where an earlier score was saved and its response lost', async () => {
    let answer: () => Answer | Promise<Answer> = () => Promise.reject(new TypeError('Failed to fetch'));
    const { sent } = open(() => answer());
    const cell = await screen.findByRole('textbox', { name: 'CAT of Amani Otieno' });
    await user.clear(cell);
    await user.type(cell, '12{Enter}');
    expect(await screen.findByText(/^1 mark not sent yet/)).toBeInTheDocument();
    answer = () => ({ body: (answer = allSaved) && [changedTo('s1', 12)] });
    await user.clear(cell);
    await user.type(cell, '13{Enter}');
    await act(() => scoreOutbox.flush(owner));
    expect(await screen.findByText('Everything is saved.')).toBeInTheDocument();
    expect(bodies(sent).slice(-2)).toMatchObject([{ scores: [{ score: 13, seen: 18 }] }, { scores: [{ score: 13, seen: 12 }] }]);
    expect(cell).toHaveValue('13');
  });

  it('follows a second tab', async () => {
    await typeRefused();
    const [item] = await scoreOutbox.list(owner);
    await act(() => scoreOutbox.update([item!], ({ problem: _, ...kept }) => ({ ...kept, typed: '7', isTyping: true })));
    expect(screen.getByRole('textbox', { name: 'CAT of Brian Njeri' })).toHaveValue('7');
  });

  it('is left in the cell where the page was closed while it was typed', async () => {
    open(noneSaved);
    await user.type(await screen.findByRole('textbox', { name: 'CAT of Brian Njeri' }), '1');
    await waitFor(async () => expect(await scoreOutbox.list(owner)).toMatchObject([{ typed: '1', isTyping: true }]));
    cleanup();
    const { sent } = open(allSaved);
    expect(await screen.findByText('Typed earlier on this device and not saved.')).toBeInTheDocument();
    expect(bodies(sent)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save 1' }));
    expect(await screen.findByText('Everything is saved.')).toBeInTheDocument();
    expect(bodies(sent)).toHaveLength(1);
  });
});

describe('a paste', () => {
  const pasteInto = async (text: string) => {
    await user.click(await screen.findByRole('textbox', { name: 'CAT of Amani Otieno' }));
    await user.paste(text);
  };

  it('shows the marks that its blanks would erase, and erases none unasked', async () => {
    const { sent } = open(allSaved);
    await pasteInto('\n13');
    const question = await screen.findByRole('alertdialog', { name: 'Erase 1 mark?' });
    expect(within(question).getByText('Amani Otieno, CAT: 18')).toBeInTheDocument();
    expect(bodies(sent)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Paste and keep 1 mark' }));
    await waitFor(() =>
      expect(bodies(sent)).toEqual([
        { assessment_id: 'a1', scores: [{ student_id: 's2', score: 13, seen: null, age: expect.any(Number) }] },
      ]),
    );
    expect(screen.getByRole('textbox', { name: 'CAT of Amani Otieno' })).toHaveValue('18');
  });

  it('erases when that is confirmed', async () => {
    const { sent } = open(allSaved);
    await pasteInto('\n13');
    await user.click(await screen.findByRole('button', { name: 'Paste and erase 1 mark' }));
    await waitFor(() =>
      expect(bodies(sent)[0]).toMatchObject({
        scores: [
          { student_id: 's1', score: null, seen: 18 },
          { student_id: 's2', score: 13 },
        ],
      }),
    );
  });

  it('saves the good ones, keeps the refused ones and names before what does not fit', async () => {
    const { sent } = open(() => ({ body: [changedTo('s1', 9)] }));
    await pasteInto('12\n13\n14');
    const question = await screen.findByRole('alertdialog', { name: 'Check the pasted marks' });
    expect(within(question).getByText('Row 3 (14): The list of students ends above this row.')).toBeInTheDocument();
    expect(bodies(sent)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Fill in 2 marks' }));
    expect(await screen.findByText('1 mark is not saved')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'CAT of Amani Otieno' })).toHaveValue('12');
    expect(screen.getByRole('textbox', { name: 'CAT of Brian Njeri' })).toHaveValue('13');
    expect(await screen.findByRole('row', { name: /Brian Njeri.*65%/ })).toBeInTheDocument();
  });
});

describe('marks that somebody else writes', () => {
  it('appear while the page is open, and never below what is being typed', async () => {
    let storedScore = 18;
    const { sent } = open(allSaved, (from) => (from === 0 ? [{ student_id: 's1', assessment_id: 'a1', score: storedScore }] : []));
    const cell = await screen.findByRole('textbox', { name: 'CAT of Amani Otieno' });
    storedScore = 7;
    revision.at = '2026-02-01T09:00:00Z';
    await tellChange('grades:c1');
    await waitFor(() => expect(cell).toHaveValue('7'));
    await user.clear(cell);
    await user.type(cell, '1');
    storedScore = 8;
    revision.at = '2026-02-01T10:00:00Z';
    await tellChange('grades:c1');
    await user.type(cell, '2{Enter}');
    await waitFor(() =>
      expect(bodies(sent).at(-1)).toMatchObject({ scores: [{ student_id: 's1', score: 12, seen: 7, age: expect.any(Number) }] }),
    );
  });
});
