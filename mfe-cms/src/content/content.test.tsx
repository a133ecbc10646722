// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { App } from '../App.tsx';

configure({ asyncUtilTimeout: 8_000 });
const user = userEvent.setup();
afterEach(cleanup);

const questions = [
  {
    id: 'a',
    surface: 'faq',
    category: 'General',
    question: 'Can we try it?',
    answer: 'For a month.',
    is_active: true,
    updated_at: '2026-11-20T09:00:00Z',
  },
  {
    id: 'b',
    surface: 'faq',
    category: 'Security',
    question: 'Where is our data?',
    answer: 'In your own database.',
    is_active: false,
    updated_at: '2026-11-20T09:00:00Z',
  },
];

function openQuestions(isConflict = false) {
  const database = fakeDb(({ path, method }) => {
    if (path === 'faqs' && method === 'GET') return { body: questions, count: 2 };
    if (path === 'faqs' && method === 'PATCH') return { body: isConflict ? [] : [{ id: 'a' }] };
    if (path === 'faqs' && method === 'DELETE') return { body: { id: 'a' } };
    if (path === 'faqs' && method === 'POST') return { body: { id: 'c' } };
    if (path === 'rpc/move_question') return { status: 204, body: null };
    throw new Error(`The test expected no request for ${method} ${path}.`);
  });
  renderRoute(<App />, { path: '/dashboard/cms/content', session: signedInAs('super_admin'), db: database.db });
  return database;
}

describe('the questions screen', () => {
  it('lists the questions, and moves them within the ends of the list', async () => {
    const { sent } = openQuestions();
    expect(await screen.findByText('Can we try it?')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Move Can we try it? up' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Move Where is our data? down' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Move Can we try it? down' }));
    expect(sent.find(({ path }) => path === 'rpc/move_question')?.body).toEqual({ question_id: 'a', up: false });
  });

  it('validates a question before saving', async () => {
    const { sent } = openQuestions();
    await user.click(await screen.findByRole('button', { name: 'New question' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/Question/), ' ');
    await user.click(dialog.getByRole('button', { name: 'Add question' }));
    expect(await dialog.findByText('Enter the question')).toBeInTheDocument();
    expect(dialog.getByText('Enter the answer')).toBeInTheDocument();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('keeps the form after a conflict with another editor', async () => {
    openQuestions(true);
    await user.click(await screen.findByRole('button', { name: 'Edit Can we try it?' }));
    const dialog = within(await screen.findByRole('dialog'));
    const answer = dialog.getByLabelText(/Answer/);
    await user.clear(answer);
    await user.type(answer, 'For a whole term.');
    await user.click(dialog.getByRole('button', { name: 'Save question' }));
    expect(await dialog.findByText(/Somebody else changed this/)).toBeInTheDocument();
    expect(answer).toHaveValue('For a whole term.');
  });

  it('deletes a question after confirmation', async () => {
    const { sent } = openQuestions();
    await user.click(await screen.findByRole('button', { name: 'Delete Can we try it?' }));
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Question deleted')).toBeInTheDocument();
  });
});
