// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../../App.tsx';

const storage = vi.hoisted(() => ({ upload: vi.fn(), downloaded: [] as string[] }));
vi.mock('@masomo/data/uploadWithProgress', async (original) => ({
  ...(await original<object>()),
  uploadWithProgress: storage.upload,
}));
vi.mock('@masomo/auth', async (original) => ({
  ...(await original<object>()),
  getClient: async () => ({
    storage: {
      from: () => ({
        download: async (path: string) => {
          storage.downloaded.push(path);
          return { data: new Blob(['picture'], { type: 'image/jpeg' }), error: null };
        },
      }),
    },
  }),
}));

const user = userEvent.setup();
beforeEach(() => {
  storage.upload.mockReset().mockResolvedValue(undefined);
  storage.downloaded.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:page', revokeObjectURL: () => undefined }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const assignment = {
  id: 'a1',
  title: 'Roots and stems',
  instructions: null,
  due_on: '2026-12-01',
  max_score: 20,
  class_id: 'c1',
  teacher_id: null as string | null,
  files: [] as object[],
  published_at: '2026-11-20T08:00:00Z' as string | null,
  archived_at: null as string | null,
  subjects: { name: 'Biology' },
  classes: { name: 'Form 1 East' },
  handed_in: [{ count: 12 }],
  marked: [{ count: 5 }],
  unmarked: [{ count: 7 }],
};

type Work = { submissions?: object[]; pages?: object[] };
const session = signedInAs('teacher', { schoolId: 'h1' });

function open(path: string, overrides: Partial<typeof assignment> = {}, { submissions = [], pages = [] }: Work = {}) {
  const row = { ...assignment, ...overrides };
  const database = fakeDb(({ path: requestPath, method, query }) => {
    if (requestPath === 'class_subjects') {
      const biology = {
        class_id: 'c1',
        subject_id: 'b1',
        school_id: 'h1',
        classes: { name: 'Form 1 East' },
        subjects: { name: 'Biology' },
      };
      const west = { ...biology, class_id: 'c2', classes: { name: 'Form 1 West' } };
      if (query.get('teacher_id') === `eq.${session.user?.id}`) return { body: [biology, west] };
      if (query.has('classes.class_teacher_id')) return { body: [] };
      return { body: [biology, { ...biology, subject_id: 'b2', subjects: { name: 'Chemistry' } }] };
    }
    if (requestPath === 'rpc/assignment_students') return { body: [{ id: 's1', name: 'Amani Otieno', admission_number: 'GA/1' }] };
    if (requestPath === 'submissions') return { body: submissions };
    if (requestPath === 'assignment_files') return { body: pages };
    if (requestPath === 'rpc/set_assignment') return { body: ['a1'] };
    if (requestPath === 'rpc/attach_files') return { body: 1 };
    if (requestPath === 'rpc/detach_file') return { body: 'f1' };
    if (requestPath === 'rpc/publish_assignment' || requestPath === 'rpc/archive_assignment') return { body: 'a1' };
    if (requestPath === 'assignments' && method !== 'GET') return { body: [{ id: 'a1' }] };
    if (requestPath === 'assignments')
      return query.get('id') ? { body: row } : { body: query.get('published_at') === 'is.null' ? [] : [row], total: 1 };
    throw new Error(`The test expected no request for ${requestPath}.`);
  });
  renderRoute(<App />, { path, session, db: database.db });
  return database;
}
const written = (sent: { path: string; method: string; body?: unknown }[]) =>
  sent
    .filter(
      ({ path, method }) =>
        /^rpc\/(?:set_assignment|publish_assignment|archive_assignment|attach_files|detach_file)$/.test(path) ||
        (path === 'assignments' && method !== 'GET'),
    )
    .map(({ body }) => body);

describe('the list of assignments', () => {
  it('shows how many were handed in and marked', async () => {
    open('/dashboard/assignments');
    expect(await screen.findByRole('row', { name: /Roots and stems.*Form 1 East.*20.*12.*5.*7/ })).toBeInTheDocument();
  });

  it('saves a new one as a draft and shows the drafts', async () => {
    const { sent } = open('/dashboard/assignments');
    await user.click(await screen.findByRole('button', { name: 'Set assignment' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save as draft' }));
    expect(await dialog.findByText('Enter a title')).toBeInTheDocument();
    // Only what the teacher teaches: the server refuses the rest after everything is typed.
    expect(dialog.queryByRole('option', { name: 'Form 1 East, Chemistry' })).toBeNull();
    await user.selectOptions(dialog.getByLabelText(/^Class and subject/), 'Form 1 East, Biology');
    await user.type(dialog.getByLabelText(/^Title/), 'Leaves');
    await user.click(dialog.getByRole('button', { name: 'Save as draft' }));
    await waitFor(() =>
      expect(written(sent)).toEqual([
        expect.objectContaining({ title: 'Leaves', class_ids: ['c1'], subject_id: 'b1', is_draft: true, files: [] }),
      ]),
    );
    expect(await screen.findByText('No drafts')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Drafts' })).toBeChecked();
  });
});

it('is set in several classes of the subject at once', async () => {
  const { sent } = open('/dashboard/assignments');
  await user.click(await screen.findByRole('button', { name: 'Set assignment' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('checkbox')).toBeNull();
  await user.selectOptions(dialog.getByLabelText(/^Class and subject/), 'Form 1 East, Biology');
  await user.click(dialog.getByRole('checkbox', { name: 'Form 1 West' }));
  await user.type(dialog.getByLabelText(/^Title/), 'Leaves');
  await user.click(dialog.getByRole('button', { name: 'Set assignment' }));
  await waitFor(() =>
    expect(written(sent)).toEqual([expect.objectContaining({ title: 'Leaves', class_ids: ['c1', 'c2'], is_draft: false })]),
  );
});

describe('a list', () => {
  it('goes to the last remaining page when rows were deleted in the meantime', async () => {
    let isShort = false;
    const { db } = fakeDb(({ path, query }) => {
      if (path === 'class_subjects') return { body: [] };
      const offset = Number(query.get('offset'));
      if (isShort && offset > 0)
        return {
          status: 416,
          body: {
            code: 'PGRST103',
            message: 'Requested range not satisfiable',
            details: 'An offset of 20 was requested, but there are only 3 rows.',
            hint: null,
          },
        };
      return { body: [{ ...assignment, title: offset === 0 ? 'On the first page' : 'On the second page' }], total: isShort ? 3 : 21 };
    });
    renderRoute(<App />, { path: '/dashboard/assignments', session: signedInAs('teacher', { schoolId: 'h1' }), db });
    expect(await screen.findByText('On the first page')).toBeInTheDocument();
    isShort = true;
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(screen.getByText('1–3 of 3')).toBeInTheDocument());
    expect(screen.getByText('On the first page')).toBeInTheDocument();
  });
});

describe('an assignment', () => {
  it('cannot be marked while it is a draft, and is published', async () => {
    const { sent } = open('/dashboard/assignments/a1', { published_at: null });
    expect(await screen.findByText('Only you can see this draft')).toBeInTheDocument();
    expect(screen.queryByRole('form', { name: 'Mark' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(written(sent)).toEqual([{ assignment_id: 'a1' }]));
  });

  it('is archived and restored', async () => {
    const { sent } = open('/dashboard/assignments/a1', { archived_at: '2026-11-21T08:00:00Z' });
    expect(await screen.findByText('Archived')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(written(sent)).toEqual([{ assignment_id: 'a1', is_archived: false }]));
  });
});

const sheet = {
  id: 'f1',
  student_id: null,
  position: 1,
  name: 'Sheet.pdf',
  file_path: 'h1/t1/f1.pdf',
  file_size: 2048,
  mime_type: 'application/pdf',
};
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

describe('attachments', () => {
  it('are sent before the work is set, which waits for them', async () => {
    let arrive = () => undefined as void;
    storage.upload.mockReturnValueOnce(new Promise<void>((resolve) => (arrive = resolve)));
    const { sent } = open('/dashboard/assignments');
    await user.click(await screen.findByRole('button', { name: 'Set assignment' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText(/^Class and subject/), 'Form 1 East, Biology');
    await user.type(dialog.getByLabelText(/^Title/), 'Leaves');
    await user.upload(dialog.getByLabelText('Files'), pdf('Leaves to draw.pdf'));
    expect(await dialog.findByText(/Being sent: 0%/)).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Set assignment' })).toBeDisabled();
    arrive();
    expect(await dialog.findByText(/Arrived/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Set assignment' }));
    await waitFor(() => expect(written(sent)).toHaveLength(1));
    const { path } = storage.upload.mock.calls[0]![1] as { path: string };
    expect(path).toMatch(new RegExp(`^h1/${session.user?.id}/[0-9a-f-]+\\.pdf$`));
    expect(written(sent)[0]).toMatchObject({ files: [{ path, name: 'Leaves to draw.pdf' }] });
  });

  it('are refused by their content, in words beside the file, and keep nothing from being set', async () => {
    open('/dashboard/assignments');
    await user.click(await screen.findByRole('button', { name: 'Set assignment' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.upload(
      dialog.getByLabelText('Files'),
      new File(['<html><script>1</script></html>'], 'trick.pdf', { type: 'application/pdf' }),
    );
    expect(await dialog.findByText(/The content of this file is not what its name says/)).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Set assignment' })).toBeEnabled();
    expect(storage.upload).not.toHaveBeenCalled();
  });

  it('are added and removed by the own teacher on the page of the work, and read by others', async () => {
    const { sent } = open('/dashboard/assignments/a1', { teacher_id: session.user?.id ?? '', files: [sheet] });
    const card = within(await screen.findByRole('region', { name: 'Attachments' }));
    expect(card.getByRole('button', { name: 'Download Sheet.pdf' })).toBeInTheDocument();
    await user.upload(card.getByLabelText('Files'), pdf('More.pdf'));
    await waitFor(() => expect(written(sent)).toEqual([expect.objectContaining({ assignment_ids: ['a1'] })]));
    await user.click(card.getByRole('button', { name: 'Remove Sheet.pdf' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(written(sent)).toContainEqual({ file_id: 'f1' }));
    cleanup();
    open('/dashboard/assignments/a1', { teacher_id: 'somebody', files: [sheet] });
    const other = within(await screen.findByRole('region', { name: 'Attachments' }));
    expect(other.queryByRole('button', { name: 'Remove Sheet.pdf' })).toBeNull();
    expect(other.queryByRole('button', { name: 'Choose files' })).toBeNull();
  });
});

describe('pages of a student at the marking desk', () => {
  const page = (position: number, type = 'image/jpeg') => ({
    id: `p${position}`,
    student_id: 's1',
    position,
    name: `Page ${position}.jpg`,
    file_path: `h1/s1/p${position}.jpg`,
    file_size: 90_000,
    mime_type: type,
  });
  const submissions = [
    { student_id: 's1', answer: null, submitted_at: '2026-11-21T08:00:00Z', score: null, feedback: null, graded_at: null },
  ];

  it('are turned and enlarged beside the mark, and a document is downloaded', async () => {
    open('/dashboard/assignments/a1', {}, { submissions, pages: [page(1), page(2, 'application/pdf')] });
    const pages = within(await screen.findByRole('region', { name: 'Pages from Amani Otieno' }));
    const picture = await pages.findByRole('img', { name: 'Page 1 from Amani Otieno' });
    expect(storage.downloaded).toEqual(['h1/s1/p1.jpg']);
    await user.click(pages.getByRole('button', { name: 'Turn' }));
    expect(picture.style.transform).toContain('rotate(90deg)');
    await user.click(pages.getByRole('button', { name: 'Larger' }));
    expect(pages.getByText('150%')).toBeInTheDocument();
    expect(screen.queryByText(/Nothing handed in online/)).toBeNull();
    expect(screen.getByRole('form', { name: 'Mark' })).toBeInTheDocument();
    await user.click(pages.getByRole('button', { name: 'Page after' }));
    expect(pages.getByText('Page 2 of 2')).toBeInTheDocument();
    expect(pages.queryByRole('img')).toBeNull();
    expect(pages.getByRole('button', { name: 'Download Page 2.jpg' })).toBeInTheDocument();
    // A page that was turned stays so.
    await user.click(pages.getByRole('button', { name: 'Page before' }));
    expect((await pages.findByRole('img')).style.transform).toContain('rotate(90deg)');
  });
});
