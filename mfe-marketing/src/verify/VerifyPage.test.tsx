// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSite } from '../shared/__tests__/renderSite.tsx';

/** Another in each test, for what was read of one is kept. */
let tests = 0;
let code = '';
const paper = (more: object = {}) => ({
  ...{ code, school: 'Greenfield Academy', printed_on: '2026-11-20', replaced_on: null, state: 'holds' },
  says: {
    title: { sentence: 'Receipt', args: {} },
    facts: [
      [{ sentence: 'Student', args: {} }, 'Brian Njeri'],
      [
        { sentence: 'Received', args: {} },
        { amount: 12500, currency: 'KES' },
      ],
      [{ sentence: 'Paid on', args: {} }, { day: '2026-11-17' }],
      ['Biology', '74%'],
    ],
  },
  ...more,
});
const sentCodes: unknown[] = [];
const answering = (body: unknown, status = 200) => ({
  'rpc/check_paper': (request: { body: unknown }) => {
    sentCodes.push(request.body);
    return { body, status };
  },
});

beforeEach(() => {
  sentCodes.length = 0;
  tests += 1;
  code = `3F0K7QRN0AZB9H1${tests}`;
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the check of a paper', () => {
  it('says what a paper said to anybody who opens the square on it', async () => {
    await renderSite(`/verify#${code}`, answering(paper()));
    const shown = await screen.findByRole('article', { name: 'Receipt' });
    expect(shown).toHaveTextContent(/Greenfield Academy/);
    expect(shown).toHaveTextContent(/Printed on 20 Nov 2026/);
    expect(
      within(shown)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['Brian Njeri', 'KES 12,500', '17 Nov 2026', '74%']);
    expect(within(shown).getByRole('status')).toHaveTextContent('This paper is genuine and holds');
    expect(sentCodes).toEqual([{ code }]);
  });

  it('takes a code as it is typed from paper, and asks for nothing before it is whole', async () => {
    await renderSite('/verify', answering(paper()));
    const field = await screen.findByLabelText(/^Code of the paper/);
    await userEvent.type(field, '3f0k-7qrn');
    await userEvent.click(screen.getByRole('button', { name: 'Check the paper' }));
    expect(await screen.findByText(/A code has 16 letters and digits/)).toBeInTheDocument();
    expect(sentCodes).toEqual([]);
    await userEvent.type(field, `-0azb 9h1${tests}`);
    await userEvent.click(screen.getByRole('button', { name: 'Check the paper' }));
    expect(await screen.findByRole('article', { name: 'Receipt' })).toBeInTheDocument();
    expect(sentCodes).toEqual([{ code }]);
  });

  it.each([
    ['changed', null, /something has changed/],
    ['replaced', '2026-11-25', /printed another one on 25 Nov 2026/],
    ['withdrawn', null, /no longer valid/],
  ])('says when it is %s', async (state, day, text) => {
    await renderSite(`/verify#${code}`, answering(paper({ state, replaced_on: day })));
    const shown = await screen.findByRole('article', { name: 'Receipt' });
    expect(within(shown).getByRole('status')).toHaveTextContent(text);
  });

  it('knows no paper with a wrong code', async () => {
    await renderSite(`/verify#${code}`, answering(null));
    expect(await screen.findByText('No paper has this code')).toBeInTheDocument();
  });

  it('says when it is asked too often', async () => {
    const message = 'Too many requests from this address. Please try again in an hour.';
    await renderSite(
      `/verify#${code}`,
      answering({ code: 'PT429', message, hint: 'request.too_many', details: JSON.stringify({ sentence: message, args: {} }) }, 429),
    );
    expect(await screen.findByText(message)).toBeInTheDocument();
  });
});
