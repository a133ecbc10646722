// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { expectListStates, fakeDb, renderRoute, respondWith, signedInAs, type FakeResponse } from '@masomo/testing';
import { App } from '../../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const row = {
  ...{ id: 'v1', student_id: 's1', student: 'Brian Njeri', class_name: 'Form 3 East', guardian: 'Mary Njeri', teacher_id: 't1' },
  ...{ teacher: 'Faith Achieng', is_guardian: false, is_teacher: true, can_write: true, last_at: '2026-11-20T08:00:00Z' },
  ...{ last_body: 'Is the trip on?', last_is_from_guardian: true, unread: 1 },
};
const message = { id: 'm1', is_from_guardian: true, body: 'Is the trip on?', sent_at: '2026-11-20T08:00:00Z' };
const teachers = [
  { id: 't1', name: 'Faith Achieng', is_class_teacher: true, subjects: ['Biology'], conversation_id: null },
  { id: 't2', name: 'Peter Otieno', is_class_teacher: false, subjects: ['Kiswahili'], conversation_id: null },
];

type Responses = Record<string, FakeResponse | (() => FakeResponse | Promise<FakeResponse>)>;
function open(path: string, role: 'teacher' | 'parent' | 'admin', responses: Responses = {}) {
  const database = fakeDb(
    respondWith({
      'rpc/list_conversations': { body: [row], total: 1 },
      'rpc/read_messages': { body: [message] },
      'rpc/open_conversation': { status: 204, body: null },
      'rpc/teachers_of_child': { body: teachers },
      ...responses,
    }),
  );
  renderRoute(<App />, { path, session: signedInAs(role, { schoolId: 'h1' }), db: database.db });
  return database;
}

describe('the list of messages', () => {
  it('shows its pending, error and empty states', () =>
    expectListStates((list) => open('/dashboard/messages', 'teacher', { 'rpc/list_conversations': list }), {
      table: 'Messages',
      empty: 'No messages yet',
    }));

  it('has the parent, the child and what is new, and leads to the conversation', async () => {
    open('/dashboard/messages', 'teacher');
    const line = await screen.findByRole('row', { name: /Mary Njeri.*1 new.*Brian Njeri · Form 3 East.*Is the trip on\?/ });
    await user.click(within(line).getByText('Mary Njeri'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Mary Njeri' })).toBeInTheDocument();
  });

  it('says to parents and teachers that administrators can read it, and to those that reading is logged', async () => {
    open('/dashboard/messages', 'parent');
    expect(await screen.findByText(/administrators can read them to keep children safe/)).toBeInTheDocument();
    cleanup();
    open('/dashboard/messages', 'admin');
    expect(await screen.findByText(/each reading is in the activity log/)).toBeInTheDocument();
  });
});

describe('a conversation', () => {
  it('is read when it is opened, and takes an answer', async () => {
    const { sent } = open('/dashboard/messages/v1', 'teacher', { 'rpc/write_message': { body: 'm2' } });
    expect(await screen.findByText('Is the trip on?')).toBeInTheDocument();
    await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/open_conversation')?.body).toEqual({ conversation_id: 'v1' }));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Write a message')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Your answer'), 'Yes, at eight.');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/write_message')?.body).toEqual({ conversation_id: 'v1', body: 'Yes, at eight.' }),
    );
    await waitFor(() => expect(screen.getByLabelText('Your answer')).toHaveValue(''));
  });

  it('keeps what was written where it is refused, and says why', async () => {
    const refused = {
      status: 429,
      body: { code: 'PT429', message: 'Your last 5 messages have no answer yet.', hint: 'conversation.unanswered' },
    };
    open('/dashboard/messages/v1', 'parent', {
      'rpc/list_conversations': { body: [{ ...row, is_guardian: true, is_teacher: false }] },
      'rpc/write_message': refused,
    });
    const field = await screen.findByLabelText('Your message');
    await user.type(field, 'Hello?');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/have no answer yet/)).toBeInTheDocument();
    expect(field).toHaveValue('Hello?');
  });

  it('is read only for who oversees it and after the teacher has left the class, and nobody else’s', async () => {
    const { sent } = open('/dashboard/messages/v1', 'admin', {
      'rpc/list_conversations': { body: [{ ...row, is_teacher: false, can_write: false, last_body: null }] },
    });
    expect(await screen.findByText(/You are reading this to keep children safe/)).toBeInTheDocument();
    expect(await screen.findByText('Is the trip on?')).toBeInTheDocument();
    expect(sent.map(({ path }) => path)).not.toContain('rpc/open_conversation');
    expect(screen.getByRole('heading', { level: 1, name: 'Mary Njeri and Faith Achieng' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    cleanup();
    open('/dashboard/messages/v1', 'parent', {
      'rpc/list_conversations': { body: [{ ...row, is_guardian: true, is_teacher: false, can_write: false }] },
    });
    expect(await screen.findByText(/no longer teaches the child/)).toBeInTheDocument();
    cleanup();
    open('/dashboard/messages/v9', 'parent', { 'rpc/list_conversations': { body: [] } });
    expect(await screen.findByText('This conversation is not yours')).toBeInTheDocument();
  });
});

describe('a first message', () => {
  it('goes to the class teacher unless another one is chosen, and opens the conversation', async () => {
    const { sent } = open('/dashboard/messages/new?child=s1', 'parent', {
      'rpc/write_to_teacher': { body: 'v1' },
      'rpc/list_conversations': { body: [{ ...row, is_guardian: true, is_teacher: false }] },
    });
    const to = await screen.findByLabelText('To');
    expect(to).toHaveDisplayValue('Faith Achieng (class teacher, Biology)');
    await user.selectOptions(to, 'Peter Otieno (Kiswahili)');
    await user.type(screen.getByLabelText('Your message'), 'Good morning');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === 'rpc/write_to_teacher')?.body).toEqual({
        ...{ student_id: 's1', teacher_id: 't2', body: 'Good morning' },
      }),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Faith Achieng' })).toBeInTheDocument();
  });

  it('is for parents of the child only', async () => {
    open('/dashboard/messages/new?child=s1', 'teacher', { 'rpc/teachers_of_child': { body: [] } });
    expect(await screen.findByText('Nobody to write to')).toBeInTheDocument();
  });
});
