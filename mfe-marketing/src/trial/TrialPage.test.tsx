// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderSite } from '../shared/__tests__/renderSite.tsx';

const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const response = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const config = {
  supabaseUrl: '',
  publishableKey: 'sb_publishable_test',
  brand: { name: 'Masomo' },
  widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' },
  local: true,
};

const scrollIntoView = vi.fn();

beforeEach(() => {
  send.mockReset();
  scrollIntoView.mockReset();
  Element.prototype.scrollIntoView = scrollIntoView;
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url === '/config.json' ? Promise.resolve(response(200, config)) : send(url, init),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function fill({ email = 'neema@baraka.test', county = 'Nakuru' } = {}) {
  await userEvent.type(await screen.findByLabelText(/^Name of the school/), 'Baraka Hills');
  await userEvent.selectOptions(screen.getByLabelText(/^Kind of school/), 'primary');
  await userEvent.selectOptions(screen.getByLabelText(/^County/), county);
  await userEvent.type(screen.getByLabelText(/^First name/), 'Neema');
  await userEvent.type(screen.getByLabelText(/^Last name/), 'Auma');
  await userEvent.type(screen.getByLabelText(/^Email/), email);
  await userEvent.click(screen.getByRole('button', { name: 'Start free trial' }));
}

it('asks for no password, sends the form and says where its link is', async () => {
  send.mockResolvedValue(response(200, {}));
  await renderSite('/trial');
  expect(document.querySelector('input[type=password]')).toBeNull();
  await fill();
  expect(await screen.findByText('Check your inbox')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('neema@baraka.test');
  expect(scrollIntoView.mock.contexts).toEqual([screen.getByRole('status')]);
  const [url, init] = send.mock.calls[0]!;
  expect([url, JSON.parse(String(init.body))]).toEqual([
    '/functions/v1/start-trial',
    {
      school: 'Baraka Hills',
      kind: 'primary',
      county: 'Nakuru',
      firstName: 'Neema',
      lastName: 'Auma',
      email: 'neema@baraka.test',
      language: 'en',
    },
  ]);
});

it('takes a school outside Kenya, and no county for granted', async () => {
  send.mockResolvedValue(response(200, {}));
  await renderSite('/trial');
  expect(await screen.findByLabelText(/^County/)).toHaveDisplayValue('Select a county');
  await fill({ county: 'Outside Kenya' });
  expect(await screen.findByText('Check your inbox')).toBeInTheDocument();
  expect(JSON.parse(String(send.mock.calls[0]?.[1].body))).toMatchObject({ county: 'outside' });
});

it('says why it was refused and keeps what was typed', async () => {
  send.mockResolvedValue(response(400, { error: 'Free trials are not available at the moment. Please write to us instead.' }));
  await renderSite('/trial');
  await fill();
  expect(await screen.findByText(/Free trials are not available/)).toBeInTheDocument();
  expect(screen.getByLabelText(/^Name of the school/)).toHaveValue('Baraka Hills');
});

it('names every field that is missing and sends nothing', async () => {
  await renderSite('/trial');
  await userEvent.click(await screen.findByRole('button', { name: 'Start free trial' }));
  for (const problem of ['Enter the name of your school', 'Choose the kind of school', 'Choose the county', 'Enter your first name'])
    expect(await screen.findByText(problem)).toBeInTheDocument();
  expect(send).not.toHaveBeenCalled();
});
