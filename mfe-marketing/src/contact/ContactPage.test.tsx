// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSite } from '../shared/__tests__/renderSite.tsx';

const config = {
  supabaseUrl: '',
  publishableKey: 'sb_publishable_test',
  brand: { name: 'Masomo' },
  widgets: { schedulingUrl: 'https://calendly.com/masomo/30', chatPropertyId: '', chatWidgetId: '' },
  local: true,
};
const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const response = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const requestBodies = () => send.mock.calls.map(([url, init]) => [url, JSON.parse(String(init.body))]);

beforeEach(() => {
  send.mockReset();
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url === '/config.json' ? Promise.resolve(response(200, config)) : send(url, init),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fill = async (label: RegExp, text: string) => userEvent.type(await screen.findByLabelText(label), text);
const choose = async (label: RegExp, value: string) => userEvent.selectOptions(await screen.findByLabelText(label), value);

describe('the contact form', () => {
  it('submits its four fields and confirms for five seconds', async () => {
    send.mockResolvedValue(response(200, {}));
    await renderSite('/contact');
    await fill(/^Name/, 'A. Otieno');
    await fill(/^Email/, 'a@school.ac.ke');
    await choose(/^Subject/, 'Partnership');
    await fill(/^Message/, 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
    expect(await screen.findByText('Thank you for your message!')).toBeInTheDocument();
    expect(requestBodies()).toEqual([
      [
        '/functions/v1/send-contact-email',
        { name: 'A. Otieno', email: 'a@school.ac.ke', subject: 'Partnership', message: 'Hello', language: 'en' },
      ],
    ]);
    await waitFor(() => expect(screen.queryByText('Thank you for your message!')).toBeNull(), { timeout: 12_000 });
  });
});

it('a message that the start script could not send is sent again under its id', async () => {
  send.mockResolvedValue(response(200, {}));
  await renderSite('/contact');
  await fill(/^Name/, 'A. Otieno');
  await fill(/^Email/, 'a@school.ac.ke');
  await choose(/^Subject/, 'Partnership');
  await fill(/^Message/, 'Hello');
  const form = screen.getByRole('form', { name: 'Contact' });
  form.dataset['submission'] = 'b3b0c0de-0000-4000-8000-000000000001';
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  await screen.findByText('Thank you for your message!');
  expect(send.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'))).toEqual([
    'b3b0c0de-0000-4000-8000-000000000001',
  ]);
  expect(form.dataset['submission']).toBeUndefined();
});

it('a plan that was chosen under Pricing comes with its price and period', async () => {
  send.mockResolvedValue(response(200, {}));
  await renderSite('/pricing');
  await userEvent.click((await screen.findAllByRole('link', { name: /^Subscribe Now/ }))[0] as HTMLElement);
  expect(await screen.findByLabelText(/^Subject/)).toHaveValue('Sales Question');
  expect(await screen.findByLabelText(/^Message/)).toHaveValue(
    'We would like to subscribe to Starter (SaaS), KES 18,000 per term, paid yearly.',
  );
});

describe('the contact page', () => {
  it('shows opening hours and four questions, and loads no map before a click', async () => {
    const { container } = await renderSite('/contact');
    await waitFor(() => expect(container.querySelectorAll('details')).toHaveLength(4));
    expect(screen.getByText('Monday to Friday, 7:00 AM-5:00 PM EAT')).toBeInTheDocument();
    expect(container.querySelector('iframe')).toBeNull();
  });
});
