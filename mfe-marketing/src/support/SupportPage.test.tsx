// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSite } from '../shared/__tests__/renderSite.tsx';
import { settingRows } from '../shared/__tests__/siteRows.ts';

const config = (chatPropertyId: string) => ({
  supabaseUrl: '',
  publishableKey: 'sb_publishable_test',
  brand: { name: 'Masomo' },
  widgets: { schedulingUrl: '', chatPropertyId, chatWidgetId: '' },
  local: true,
});
const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const respond = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const alert = vi.fn();

beforeEach(() => {
  send.mockReset();
  alert.mockReset();
  Element.prototype.scrollIntoView = vi.fn();
  Element.prototype.scrollTo = vi.fn();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('alert', alert);
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url === '/config.json' ? Promise.resolve(respond(200, config(''))) : send(url, init),
  );
});
afterEach(() => {
  cleanup();
  delete window.Tawk_API;
  vi.unstubAllGlobals();
});

/** Exit animations never end in jsdom, so the dialog may stay mounted as closed. */
const expectClosed = () => expect(document.querySelector('[role=dialog][data-state=open]')).toBeNull();

async function openDialog() {
  await renderSite('/support');
  await userEvent.click(await screen.findByRole('button', { name: 'Write to support' }));
  const fields = within(await screen.findByRole('form', { name: 'Support request' }));
  await userEvent.type(fields.getByLabelText(/^Name/), 'P. Otieno');
  await userEvent.type(fields.getByLabelText(/^Email/), 'p@school.ac.ke');
  await userEvent.selectOptions(fields.getByLabelText(/^Support Type/), 'Billing Question');
  await userEvent.type(fields.getByLabelText(/^Subject/), 'Receipt');
  await userEvent.type(fields.getByLabelText(/^Message/), 'Where is it?');
  return fields;
}

describe('the email support dialog', () => {
  it.each([
    [{}, /confirmation email will follow/],
    [{ isMailLimited: true }, /no confirmation is sent: please note the number/],
  ] as const)('%o has its own words; after five seconds the dialog goes', async (mail, words) => {
    send.mockResolvedValue(respond(200, { ticketNumber: 'TK-2026-000007', ...mail }));
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Submit request' }));
    expect(await screen.findByText('TK-2026-000007')).toBeInTheDocument();
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(JSON.parse(String(send.mock.calls[0]?.[1].body))).toEqual({
      senderName: 'P. Otieno',
      senderEmail: 'p@school.ac.ke',
      subject: 'Receipt',
      supportType: 'Billing Question',
      message: 'Where is it?',
      language: 'en',
    });
    await waitFor(expectClosed, { timeout: 12_000 });
  });

  it('cannot be closed while sending and is cleared on close', async () => {
    let release: (response: Response) => void = () => undefined;
    send.mockImplementation(() => new Promise((resolve) => (release = resolve)));
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Submit request' }));
    expect(await dialog.findByRole('button', { name: 'Submitting...' })).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    release(respond(500, {}));
    expect(await screen.findByText('Error submitting support request')).toBeInTheDocument();
    expect(screen.getByText('Failed to submit support request')).toBeInTheDocument();
    expect(dialog.getByLabelText(/^Subject/)).toHaveValue('Receipt');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(expectClosed);
    await userEvent.click(screen.getByRole('button', { name: 'Write to support' }));
    expect(within(await screen.findByRole('dialog')).getByLabelText(/^Subject/)).toHaveValue('');
    expect(screen.queryByText('Error submitting support request')).toBeNull();
  });
});

describe('the ticket form on the page', () => {
  it('holds its defaults before its code has started', async () => {
    await renderSite('/support');
    const form = within(await screen.findByRole('form', { name: 'Support ticket' }));
    expect(form.getAllByRole<HTMLInputElement>('radio').flatMap((radio) => (radio.defaultChecked ? [radio.value] : []))).toEqual([
      'technical',
    ]);
    expect(form.getByRole<HTMLOptionElement>('option', { name: 'Medium' }).defaultSelected).toBe(true);
  });

  it('submits type and priority and shows the ticket number', async () => {
    send.mockResolvedValue(respond(200, { ticketNumber: 'TK-2026-000008' }));
    await renderSite('/support');
    const form = within(await screen.findByRole('form', { name: 'Support ticket' }));
    expect(form.getByLabelText(/^Priority/)).toHaveValue('medium');
    expect(form.getAllByRole('radio')).toHaveLength(5);
    await userEvent.click(form.getByRole('radio', { name: 'Bug' }));
    await userEvent.type(form.getByLabelText(/^Name/), 'A');
    await userEvent.type(form.getByLabelText(/^Email/), 'a@b.ke');
    await userEvent.type(form.getByLabelText(/^Subject/), 'Marks');
    await userEvent.selectOptions(form.getByLabelText(/^Priority/), 'urgent');
    await userEvent.type(form.getByLabelText(/^Description/), 'They vanish');
    await userEvent.click(form.getByRole('button', { name: 'Submit ticket' }));
    expect(await screen.findByText('TK-2026-000008')).toBeInTheDocument();
    expect(JSON.parse(String(send.mock.calls[0]?.[1].body))).toEqual({
      senderName: 'A',
      senderEmail: 'a@b.ke',
      subject: 'Marks',
      supportType: 'Bug Report',
      message: 'They vanish',
      priority: 'urgent',
      language: 'en',
    });
  });
});

describe('phone and chat', () => {
  it('shows the number where the device cannot dial', async () => {
    await renderSite('/support');
    const call = await screen.findByRole('link', { name: 'Call support' });
    expect(call).toHaveAttribute('href', 'tel:+254700000400');
    await userEvent.click(call);
    expect(within(await screen.findByRole('dialog')).getByText('+254 700 000 400')).toBeInTheDocument();
  });

  it('maximizes the chat, falls back to toggling, and reports when both fail', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await renderSite('/support');
    const button = await screen.findByRole('button', { name: 'Start a chat' });
    const maximize = vi.fn();
    window.Tawk_API = { maximize };
    await userEvent.click(button);
    expect(maximize).toHaveBeenCalledOnce();
    const fails = () => {
      throw new Error('no');
    };
    const toggle = vi.fn();
    window.Tawk_API = { maximize: fails, toggle };
    await userEvent.click(button);
    expect(toggle).toHaveBeenCalledOnce();
    expect(alert).not.toHaveBeenCalled();
    window.Tawk_API = { maximize: fails, toggle: fails };
    await userEvent.click(button);
    expect(alert).toHaveBeenLastCalledWith(
      'Chat widget is not available at the moment. Please try refreshing the page or contact us via email.',
    );
  });

  it('says that the chat is still loading', async () => {
    await renderSite('/support');
    await userEvent.click(await screen.findByRole('button', { name: 'Start a chat' }));
    expect(alert).toHaveBeenCalledWith(expect.stringMatching(/loading.*wait.*email/i));
  });
});

it('says of its help what the pages of the CMS are about', async () => {
  await renderSite('/support');
  expect(await screen.findByText(/^Short films for the tasks of the school year, in preparation/)).toBeVisible();
  expect(screen.getByText('How to set up a school and run a term, step by step.')).toBeVisible();
});

it('promises nothing of a page that cannot be read', async () => {
  const { sent } = await renderSite('/support', { published_pages: () => ({ status: 400, body: { message: 'refused' } }) });
  expect(await screen.findByRole('link', { name: 'Video Tutorials' })).toHaveAttribute('href', '/video-tutorials');
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain('published_pages'));
  expect(screen.queryByText('One task in each film.')).toBeNull();
});

it('offers no help without an address', async () => {
  const help = { documentation: '/documentation', videos: '', community: 'https://forum.school.test' };
  const rows = settingRows.map((row) => (row.key === 'help' ? { ...row, value: help } : row));
  await renderSite('/support', {
    settings: ({ query }) => ({ body: rows.filter(({ key }) => !query.get('key')?.startsWith('eq.') || query.get('key') === `eq.${key}`) }),
  });
  expect(await screen.findByRole('link', { name: /Community Forum/ })).toHaveAttribute('href', help.community);
  expect(screen.getByRole('link', { name: 'Documentation' })).toBeInTheDocument();
  expect(screen.getByText('Bursars and teachers helping each other.')).toBeVisible();
  expect(screen.queryByText('Video Tutorials')).toBeNull();
});

it('help search finds questions and pages as the visitor types', async () => {
  const { sent } = await renderSite('/support', {
    published_pages: (request) => ({
      body: request.query.has('search_text') ? [{ slug: 'documentation', title: 'Documentation', published_at: '2026-11-01' }] : [],
    }),
  });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search help articles' }), 'question 7');
  expect(await screen.findByText('Question 7?')).toBeInTheDocument();
  await waitFor(() =>
    expect(sent.some((request) => request.query.getAll('search_text').join(' ') === 'like.%question% like.%7%')).toBe(true),
  );
  expect((await screen.findAllByRole('link', { name: 'Documentation' })).length).toBeGreaterThan(1);
});
