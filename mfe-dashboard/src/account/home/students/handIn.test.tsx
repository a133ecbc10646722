// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataError } from '@masomo/data';
import type { OwnAssignment } from '@masomo/data/learning/assignments';
import { ConnectionLostError } from '@masomo/data/uploadWithProgress';
import { fakeDb, renderRoute, signedInAs, type FakeResponse } from '@masomo/testing';
import { HandInDialog } from './HandInDialog.tsx';
import { readWorkDraft } from './workDrafts.ts';

const upload = vi.hoisted(() => vi.fn());
vi.mock('@masomo/data/uploadWithProgress', async (original) => ({ ...(await original<object>()), uploadWithProgress: upload }));
vi.mock('@masomo/auth', async (original) => ({ ...(await original<object>()), getClient: async () => ({ storage: {} }) }));

const user = userEvent.setup();
const session = signedInAs('student', { schoolId: 'h1' });
const owner = session.user?.id ?? '';
const work: OwnAssignment = {
  id: 'a1',
  updatedAt: '2026-11-20T08:00:00Z',
  title: 'Leaves',
  instructions: 'Name the parts.',
  classId: 'c1',
  className: 'Form 1 East',
  subject: 'Biology',
  dueOn: '2026-12-01',
  maxScore: 20,
  isDraft: false,
  isClosed: false,
  teacherId: null,
  attachments: [{ id: 'f1', name: 'Sheet.pdf', path: 'h1/t1/f1.pdf', size: 2048, type: 'application/pdf' }],
  answer: '',
  pages: [],
  submittedAt: null,
  score: null,
  feedback: '',
  gradedAt: null,
};
const file = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

async function open(piece: Partial<OwnAssignment> = {}, answer: () => FakeResponse = () => ({ body: { assignment_id: 'a1' } })) {
  const onClose = vi.fn();
  const database = fakeDb(({ path }) => {
    if (path === 'rpc/outbox_key') return { body: '07'.repeat(32) };
    if (path === 'rpc/submit_assignment') return answer();
    return { body: [] };
  });
  renderRoute(<HandInDialog work={{ ...work, ...piece }} onClose={onClose} />, { path: '/dashboard', session, db: database.db });
  await screen.findByLabelText('Your answer');
  const submissions = () => database.sent.filter(({ path }) => path === 'rpc/submit_assignment').map(({ body }) => body);
  return { onClose, submissions, dialog: within(screen.getByRole('dialog')) };
}

beforeEach(() => {
  upload.mockReset().mockResolvedValue(undefined);
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('handing in', () => {
  it('asks for a text or a page, and takes pages alone', async () => {
    const { dialog, submissions, onClose } = await open();
    expect(dialog.getByText('Name the parts.')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Download Sheet.pdf' })).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Hand in' }));
    expect(await dialog.findByText('Write your answer, or add a photo or a file of your work.')).toBeInTheDocument();
    await user.upload(dialog.getByLabelText('Files'), [file('one.pdf'), file('two.pdf')]);
    expect(await dialog.findAllByText(/^Arrived/)).toHaveLength(2);
    await user.click(dialog.getByRole('button', { name: 'Hand in' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const paths = upload.mock.calls.map(([, { path }]) => path as string);
    expect(submissions()).toEqual([
      {
        assignment_id: 'a1',
        answer: '',
        files: [
          { path: paths[0], name: 'one.pdf' },
          { path: paths[1], name: 'two.pdf' },
        ],
      },
    ]);
    await waitFor(async () => expect(await readWorkDraft(owner, 'a1')).toEqual({ answer: undefined, files: [], order: [] }));
  });

  it('keeps text and pages on the device while the line is broken, and sends what is left when it is opened again', async () => {
    upload.mockRejectedValue(new ConnectionLostError('The connection was lost.'));
    const first = await open();
    await user.type(first.dialog.getByLabelText('Your answer'), 'Both are mine');
    await user.upload(first.dialog.getByLabelText('Files'), file('one.pdf'));
    expect(await first.dialog.findByText(/The line broke/)).toBeInTheDocument();
    await waitFor(async () => expect((await readWorkDraft(owner, 'a1')).files).toHaveLength(1));
    cleanup();
    upload.mockReset().mockResolvedValue(undefined);
    const { dialog, submissions } = await open();
    expect(dialog.getByLabelText('Your answer')).toHaveValue('Both are mine');
    expect(await dialog.findByText(/^Arrived/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Hand in' }));
    await waitFor(() => expect(submissions()).toEqual([expect.objectContaining({ answer: 'Both are mine', files: [expect.anything()] })]));
  });

  it('waits for the last page when it was pressed before, and hands in once', async () => {
    let arrive = () => undefined as void;
    upload.mockReturnValueOnce(new Promise<void>((resolve) => (arrive = resolve)));
    const { dialog, submissions } = await open({ id: 'a2' });
    await user.upload(dialog.getByLabelText('Files'), file('one.pdf'));
    await dialog.findByText(/Being sent/);
    await user.click(dialog.getByRole('button', { name: 'Hand in' }));
    expect(await dialog.findByText(/as soon as all pages have arrived/)).toBeInTheDocument();
    expect(submissions()).toEqual([]);
    arrive();
    await waitFor(() => expect(submissions()).toHaveLength(1));
  });

  it('shows the pages that were handed in before, and leaves out one that was removed', async () => {
    const page = (n: number) => ({ id: `p${n}`, name: `Page ${n}.jpg`, path: `h1/s1/p${n}.jpg`, size: 90_000, type: 'image/jpeg' });
    const { dialog, submissions } = await open({
      id: 'a3',
      submittedAt: '2026-11-21T08:00:00Z',
      answer: 'Mine',
      pages: [page(1), page(2)],
    });
    await user.click(await dialog.findByRole('button', { name: 'Remove Page 1.jpg' }));
    await user.click(dialog.getByRole('button', { name: 'Hand in' }));
    await waitFor(() =>
      expect(submissions()).toEqual([{ assignment_id: 'a3', answer: 'Mine', files: [{ path: 'h1/s1/p2.jpg', name: 'Page 2.jpg' }] }]),
    );
  });

  it('hands pages in as they were put in order, which the device keeps, and leaves the keyboard at the page', async () => {
    upload.mockResolvedValue(undefined);
    const first = await open({ id: 'a7' });
    await user.upload(first.dialog.getByLabelText('Files'), [file('one.pdf'), file('two.pdf'), file('three.pdf')]);
    expect(await first.dialog.findAllByText(/^Arrived/)).toHaveLength(3);
    const up = first.dialog.getByRole('button', { name: 'Move three.pdf up' });
    up.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(up).toHaveFocus());
    await user.keyboard('{Enter}{Enter}');
    expect(first.dialog.getByText(/^Page 1/).closest('li')).toHaveTextContent('three.pdf');
    expect(up).toHaveAttribute('aria-disabled', 'true');
    await waitFor(async () => expect((await readWorkDraft(owner, 'a7')).order).toHaveLength(3));
    cleanup();
    const { dialog, submissions } = await open({ id: 'a7' });
    expect(await dialog.findAllByText(/^Arrived/)).toHaveLength(3);
    await user.click(dialog.getByRole('button', { name: 'Move one.pdf down' }));
    await user.click(dialog.getByRole('button', { name: 'Hand in' }));
    const names = () => (submissions()[0] as { files: { name: string }[] }).files.map(({ name }) => name);
    await waitFor(() => expect(names()).toEqual(['three.pdf', 'two.pdf', 'one.pdf']));
  });

  it('sends pages once more that the server has removed since, and says so', async () => {
    const lost = { status: 400, body: { code: 'P0001', hint: 'document.no_file', message: 'The file has not arrived.', details: null } };
    let isLost = true;
    const { dialog, submissions, onClose } = await open({ id: 'a4' }, () => (isLost ? lost : { body: { assignment_id: 'a4' } }));
    await user.upload(dialog.getByLabelText('Files'), file('one.pdf'));
    await dialog.findByText(/^Arrived/);
    await user.click(dialog.getByRole('button', { name: 'Hand in' }));
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(2));
    expect(onClose).not.toHaveBeenCalled();
    isLost = false;
    await user.click(dialog.getByRole('button', { name: 'Hand in' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const [before, after] = upload.mock.calls.map(([, { path }]) => path as string);
    expect(after).not.toBe(before);
    expect(submissions()[1]).toMatchObject({ files: [{ path: after }] });
  });

  it('says beside a page why the server does not take it, and hands in without it', async () => {
    upload.mockRejectedValueOnce(new DataError('invalid', 'There is no room left.'));
    const { dialog, submissions } = await open({ id: 'a5' });
    await user.type(dialog.getByLabelText('Your answer'), 'Text');
    await user.upload(dialog.getByLabelText('Files'), file('one.pdf'));
    expect(await dialog.findByText('There is no room left.')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Hand in' }));
    await waitFor(() => expect(submissions()).toEqual([{ assignment_id: 'a5', answer: 'Text', files: [] }]));
  });
});
