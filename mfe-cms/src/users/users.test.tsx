// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs, withToaster } from '@masomo/testing';
import { App } from '../App.tsx';

const user = userEvent.setup();
afterEach(cleanup);

const person = (id: string, name: string, isMe: boolean) => ({
  id,
  name,
  email: `${id}@masomo.test`,
  cms_right: 'publisher',
  changes: 3,
  last_change_at: '2026-11-20T09:00:00Z',
  is_me: isMe,
  total: 2,
});

function open(answer: { status?: number; body: unknown } = { body: 'b' }) {
  const database = fakeDb(({ path }) => {
    if (path === 'rpc/cms_people') return { body: [person('a', 'Ada Were', true), person('b', 'Ben Otieno', false)] };
    if (path === 'rpc/set_cms_right') return answer;
    throw new Error(`The test expected no request for ${path}.`);
  });
  renderRoute(withToaster(<App />), { path: '/dashboard/cms/users', session: signedInAs('super_admin'), db: database.db });
  return database;
}

it("changes the right of another user after confirmation, never one's own", async () => {
  const { sent } = open();
  expect(await screen.findByText('Ada Were (you)')).toBeInTheDocument();
  expect(screen.queryByLabelText('Access of Ada Were')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Access of Ben Otieno'), 'editor');
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/Drafts pages/)).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Change access' }));
  await waitFor(() => expect(sent.find(({ path }) => path === 'rpc/set_cms_right')?.body).toEqual({ person_id: 'b', new_right: 'editor' }));
});

it('shows why a right was not changed', async () => {
  open({ status: 403, body: { code: '42501', message: 'Only a publisher may change rights.', hint: 'cms.publisher_only' } });
  await user.selectOptions(await screen.findByLabelText('Access of Ben Otieno'), 'editor');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Change access' }));
  expect(await screen.findByText('Only a publisher may change rights.')).toBeInTheDocument();
  expect(screen.getByLabelText('Access of Ben Otieno')).toHaveValue('publisher');
});
