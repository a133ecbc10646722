// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeDb, renderRoute, signedInAs, withToaster } from '@masomo/testing';
import { App } from '../App.tsx';

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
    translations: {},
    needs_translation: ['sw'],
  },
  {
    id: 'b',
    surface: 'faq',
    category: 'Security',
    question: 'Where is our data?',
    answer: 'In your own database.',
    is_active: false,
    updated_at: '2026-11-20T09:00:00Z',
    translations: { sw: { question: 'Data yetu iko wapi?', answer: 'Kwetu.', of: 'an older text' } },
    needs_translation: ['sw'],
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
  renderRoute(withToaster(<App />), { path: '/dashboard/cms/content', session: signedInAs('super_admin'), db: database.db });
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

describe('the Swahili of a question', () => {
  const saved = (sent: ReturnType<typeof openQuestions>['sent']) => sent.find(({ method }) => method === 'PATCH')?.body;

  it('is typed beside the English text, and neither is lost by switching', async () => {
    const { sent } = openQuestions();
    await user.click(await screen.findByRole('button', { name: 'Edit Can we try it?' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Not in Swahili')).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/Answer/), ' And a day.');
    await user.click(dialog.getByRole('radio', { name: 'Kiswahili' }));
    expect(dialog.getByText('For a month. And a day.')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: 'Question' }), 'Tunaweza kujaribu?');
    await user.click(dialog.getByRole('button', { name: 'Save question' }));
    expect(await dialog.findByText(/Enter the translation/)).toBeInTheDocument();
    expect(saved(sent)).toBeUndefined();
    await user.type(dialog.getByRole('textbox', { name: 'Answer' }), 'Kwa mwezi.');
    await user.click(dialog.getByRole('radio', { name: 'English' }));
    expect(dialog.getByLabelText(/Answer/)).toHaveValue('For a month. And a day.');
    await user.click(dialog.getByRole('button', { name: 'Save question' }));
    await expect
      .poll(() => saved(sent))
      .toMatchObject({
        answer: 'For a month. And a day.',
        translations: { sw: { question: 'Tunaweza kujaribu?', answer: 'Kwa mwezi.', of: '' } },
      });
  });

  it('stays outdated when only the English text is saved, until somebody confirms it', async () => {
    const { sent } = openQuestions();
    expect(await screen.findByText('English changed after the translation')).toBeInTheDocument();
    const texts = { question: 'Data yetu iko wapi?', answer: 'Kwetu.' };
    await user.click(screen.getByRole('button', { name: 'Edit Where is our data?' }));
    await user.click(await screen.findByRole('button', { name: 'Save question' }));
    await expect.poll(() => saved(sent)).toMatchObject({ translations: { sw: texts } });
    expect(JSON.stringify(saved(sent))).not.toContain('"of"');
    sent.length = 0;
    await user.click(await screen.findByRole('button', { name: 'Edit Where is our data?' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: 'Kiswahili' }));
    await user.click(dialog.getByLabelText('This translation still says the same as the English text'));
    await user.click(dialog.getByRole('button', { name: 'Save question' }));
    await expect.poll(() => saved(sent)).toMatchObject({ translations: { sw: { ...texts, of: '' } } });
  });

  it('is absent once its texts are cleared, and the list finds what needs it', async () => {
    const { sent } = openQuestions();
    await user.click(await screen.findByLabelText('Needs Swahili only'));
    await expect.poll(() => sent.map(({ query }) => query.get('needs_translation'))).toContain('cs.{sw}');
    await user.click(await screen.findByRole('button', { name: 'Edit Where is our data?' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: 'Kiswahili' }));
    await user.clear(dialog.getByRole('textbox', { name: 'Question' }));
    await user.clear(dialog.getByRole('textbox', { name: 'Answer' }));
    await user.click(dialog.getByRole('button', { name: 'Save question' }));
    await expect.poll(() => saved(sent)).toMatchObject({ translations: {} });
    expect(JSON.stringify(saved(sent))).toContain('"translations":{}');
  });
});
