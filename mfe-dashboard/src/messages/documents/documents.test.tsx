// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '@masomo/domain/roles';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse, type SentRequest } from '@masomo/testing';
import { App } from '../../App.tsx';

const upload = vi.fn(async (_path: string, _file: Blob) => ({
  error: null as { message: string } | null,
}));
const client = vi.hoisted(() => ({ current: {} }));
vi.mock('@masomo/auth', async (original) => ({ ...(await original<object>()), getClient: async () => client.current }));

const user = userEvent.setup();
afterEach(() => {
  cleanup();
  upload.mockClear();
});

const session = (role: Role) => signedInAs(role, { schoolId: 'h1' });
const document = {
  id: 'd1',
  title: 'Fee structure',
  file_path: 'h1/d1.pdf',
  file_size: 2048,
  mime_type: 'application/pdf',
  audience: ['parent'],
  uploaded_by: session('teacher').user?.id ?? null,
  created_at: '2026-11-20T08:00:00Z',
  students: null,
};

function open(list: () => FakeResponse | Promise<FakeResponse> = () => ({ body: [document], total: 1 }), role: Role = 'teacher') {
  const respond = ({ method }: SentRequest) => (method === 'GET' ? list() : { body: { id: 'd1', file_path: 'h1/d1.pdf' } });
  const database = fakeDb(
    respondWith({ documents: respond, students: { body: [], total: 0 }, 'rpc/remove_document': { body: 'h1/d1.pdf' } }),
  );
  const { db } = database;
  client.current = {
    from: db.from.bind(db),
    rpc: db.rpc.bind(db),
    storage: { from: () => ({ upload, remove: async () => ({ error: null }) }) },
  };
  renderRoute(<App />, { path: '/dashboard/documents', session: session(role), db });
  return database;
}

async function share(file = new File(['%PDF-1.7'], 'Term dates.pdf', { type: 'application/pdf' })) {
  await user.click(await screen.findByRole('button', { name: 'Share a document' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share a document' }));
  await user.upload(dialog.getByLabelText(/^File/), file);
  expect(dialog.getByLabelText(/^Title/)).toHaveValue(file.name.replace(/\.\w+$/, ''));
  for (const reader of dialog.getAllByRole('checkbox')) expect(reader).not.toBeChecked();
  await user.click(dialog.getByRole('checkbox', { name: 'Parent' }));
  await user.click(dialog.getByRole('button', { name: 'Upload and share' }));
  return dialog;
}

const fixture = (name: string, type: string) => new File([readFileSync(path.join(import.meta.dirname, 'fixtures', name))], name, { type });

describe('the documents', () => {
  it('show their pending, error and empty states', () => expectListStates(open, { table: 'Documents', empty: 'No documents yet' }));

  it('are only downloaded by a parent', async () => {
    open(undefined, 'parent');
    expect(await screen.findByRole('row', { name: /Fee structure.*2 KB/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Download Fee structure' })).toBeEnabled();
    for (const name of ['Share a document', 'Edit Fee structure', 'Remove Fee structure'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('of other schools are not read by people who belong to none', async () => {
    const { db, sent } = fakeDb(respondWith({ documents: { body: [document], total: 1 } }));
    renderRoute(<App />, { path: '/dashboard/documents', session: signedInAs('super_admin'), db });
    expect(await screen.findByText('Documents are shared within a school, and you do not belong to one.')).toBeInTheDocument();
    expect(sent.filter(({ path }) => path === 'documents')).toEqual([]);
  });

  it('are uploaded and shared under the name of their file', async () => {
    const { sent } = open();
    await share();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const filePath = upload.mock.calls[0]?.[0];
    expect(filePath).toMatch(/^h1\/[0-9a-f-]{36}\.pdf$/);
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      school_id: 'h1',
      student_id: null,
      title: 'Term dates',
      audience: ['parent'],
      file_path: filePath,
    });
  });

  it.each([
    ['pdf-named.jpg', 'image/jpeg', '.pdf', 'application/pdf'],
    ['png-named.jpg', 'image/jpeg', '.png', 'image/png'],
    ['report.PDF', 'application/pdf', '.pdf', 'application/pdf'],
    ['pdf-named.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', '.pdf', 'application/pdf'],
  ])('are stored as what their content is: %s', async (name, declared, extension, contentType) => {
    open();
    await share(fixture(name, declared));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [filePath, sent] = upload.mock.lastCall!;
    expect(filePath.endsWith(extension)).toBe(true);
    expect(sent.type).toBe(contentType);
  });

  it.each([
    ['iphone-heic-named.jpg', 'image/jpeg', /Most Compatible/],
    ['html-named.pdf', 'application/pdf', /^The content of this file is not what its name says/],
    ['empty.jpg', 'image/jpeg', /^This file is empty/],
  ])('are refused with what to do: %s', async (name, declared, words) => {
    open();
    const dialog = await share(fixture(name, declared));
    expect(await dialog.findByText(words)).toBeInTheDocument();
    expect(upload).not.toHaveBeenCalled();
  });

  it.each([
    ['a student with a reason only', { first_name: 'Brian', last_name: 'Otieno' }, 'Meant for another child'],
    ['nobody after a question', null, undefined],
  ])('about %s are removed', async (_, students, reason) => {
    const { sent } = open(() => ({ body: [{ ...document, students }], total: 1 }));
    await user.click(await screen.findByRole('button', { name: 'Remove Fee structure' }));
    const dialog = within(await screen.findByRole(reason ? 'dialog' : 'alertdialog', { name: 'Remove Fee structure?' }));
    if (reason) {
      await user.click(dialog.getByRole('button', { name: 'Remove' }));
      expect(await dialog.findByText('Say why you are removing the document.')).toBeInTheDocument();
      await user.type(dialog.getByLabelText(/^Reason/), reason);
    }
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/remove_document')?.body).toEqual({ document_id: 'd1', ...(reason ? { reason } : {}) }),
    );
  });

  it('keep the form open when storage refuses the file', async () => {
    upload.mockResolvedValueOnce({ error: { message: 'mime type text/x is not supported' } });
    const { sent } = open();
    const dialog = await share();
    expect(await dialog.findByText(/This file type is not accepted/)).toBeInTheDocument();
    expect(sent.some(({ method, path: requested }) => method === 'POST' && requested === 'documents')).toBe(false);
  });
});
