// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
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

async function fillDemo() {
  await renderSite('/demo');
  await fill(/^Full Name/, 'Wanjiru Kamau');
  await fill(/^Email/, 'w.kamau@school.ac.ke');
  await fill(/^Institution/, 'Greenfield Academy');
  await choose(/^Role/, 'Teacher/Faculty');
  await choose(/^Version/, 'Both');
  await userEvent.click(screen.getByRole('button', { name: 'Request Demo' }));
}

describe('the demo form', () => {
  it('submits its seven fields, confirms, resets, and prefills the scheduling page', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    send.mockResolvedValue(response(200, {}));
    await fillDemo();
    expect(await screen.findByText('Thank You!')).toBeInTheDocument();
    expect(requestBodies()).toEqual([
      [
        '/functions/v1/send-demo-email',
        {
          name: 'Wanjiru Kamau',
          email: 'w.kamau@school.ac.ke',
          phone: '',
          institution: 'Greenfield Academy',
          role: 'Teacher/Faculty',
          version: 'Both',
          message: '',
          language: 'en',
        },
      ],
    ]);
    expect(new Headers(send.mock.calls[0]?.[1].headers).get('authorization')).toBe('Bearer sb_publishable_test');
    expect(screen.getByLabelText(/^Full Name/)).toHaveValue('');
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule a 30-minute meeting' }));
    const url = new URL(String(open.mock.calls[0]?.[0]));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      name: 'Wanjiru Kamau',
      email: 'w.kamau@school.ac.ke',
      a1: 'Greenfield Academy',
      a2: 'Teacher/Faculty',
      a3: 'Both',
      utm_campaign: 'Demo Request',
      utm_source: 'Website',
      utm_medium: 'Form',
    });
    const initPopupWidget = vi.fn();
    window.Calendly = { initPopupWidget };
    await userEvent.click(screen.getByRole('button', { name: 'Schedule a 30-minute meeting' }));
    expect(initPopupWidget).toHaveBeenCalledOnce();
    delete window.Calendly;
  });

  it('hides the confirmation after 30 seconds unless the pointer is on it', async () => {
    send.mockResolvedValue(response(200, {}));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await fillDemo();
    const thanks = (await screen.findByText('Thank You!')).closest('[role=status]') as HTMLElement;
    fireEvent.pointerEnter(thanks);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('Thank You!')).toBeInTheDocument();
    fireEvent.pointerLeave(thanks);
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(screen.queryByText('Thank You!')).toBeNull();
  });

  it('stays whole after the confirmation where scrolling answers with a promise', async () => {
    Element.prototype.scrollIntoView = vi.fn(() => Promise.resolve());
    send.mockResolvedValue(response(200, {}));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await fillDemo();
    await screen.findByText('Thank You!');
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(screen.queryByText('Thank You!')).toBeNull();
    expect(screen.getByRole('button', { name: 'Request Demo' })).toBeInTheDocument();
  });

  it.each([
    ['the server’s message', () => Promise.resolve(response(400, { error: 'Enter a real address' })), 'Enter a real address'],
    ['its own message', () => Promise.resolve(response(500, {})), 'Failed to send demo request'],
    ['a retry message for an unknown error', () => Promise.reject('gone'), 'Failed to send demo request. Please try again.'],
    [
      'a retry message for a lost connection',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Failed to send demo request. Please try again.',
    ],
  ])('on failure shows %s and keeps the input', async (_, respond, message) => {
    send.mockImplementation(respond);
    await fillDemo();
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText(/^Full Name/)).toHaveValue('Wanjiru Kamau');
  });

  it('validates required fields and sends nothing', async () => {
    await renderSite('/demo');
    await userEvent.click(await screen.findByRole('button', { name: 'Request Demo' }));
    expect(await screen.findByText('Enter your full name')).toBeInTheDocument();
    expect(screen.getByText('Choose your role')).toBeInTheDocument();
    expect(send).not.toHaveBeenCalled();
    expect((screen.getByRole('form', { name: 'Demo request' }) as HTMLFormElement).checkValidity()).toBe(false);
  });

  it('retries a lost response with the same idempotency key and hides the error until then', async () => {
    let release: (received: Response) => void = () => undefined;
    send
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockImplementationOnce(() => new Promise((resolve) => (release = resolve)));
    await fillDemo();
    await screen.findByText('Failed to send demo request. Please try again.');
    await userEvent.click(screen.getByRole('button', { name: 'Request Demo' }));
    expect(await screen.findByRole('button', { name: 'Submitting...' })).toBeDisabled();
    expect(screen.queryByText(/Failed to send/)).toBeNull();
    release(response(200, {}));
    await screen.findByText('Thank You!');
    const [first, second] = send.mock.calls.map(([, init]) => new Headers(init.headers).get('idempotency-key'));
    expect(first).toBe(second);
  });
});

const headings = (level: number) => screen.getAllByRole('heading', { level }).map((heading) => heading.textContent);

describe('the demo page', () => {
  it('shows both demo sites, six roles, three columns, the form and six questions', async () => {
    const { container } = await renderSite('/demo');
    await screen.findByRole('heading', { level: 1 });
    for (const role of ['ADMIN', 'TEACHER', 'STUDENT', 'PARENT', 'ACCOUNTANT', 'RECEPTIONIST'])
      expect(screen.getByText(role)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Open the SaaS demo/ })).toHaveAttribute('href', expect.stringContaining('http'));
    expect(screen.getByRole('link', { name: /Open the Standalone demo/ })).toHaveAttribute('href', expect.stringContaining('http'));
    expect(headings(3)).toEqual(
      expect.arrayContaining([
        'Student Management',
        'Academic Functions',
        'Administrative Tools',
        'Interactive Online Demo',
        'Personalized Guided Demo',
      ]),
    );
    expect(container.querySelector('#demo-request-form form')).toBeInTheDocument();
    await waitFor(() => expect(container.querySelectorAll('details')).toHaveLength(6));
  });
});
