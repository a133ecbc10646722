// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '@masomo/i18n';
import { renderSite } from '../shared/__tests__/renderSite.tsx';
import { shownText } from '../shared/__tests__/shownText.ts';

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  cleanup();
  setLanguage('en');
  vi.unstubAllGlobals();
});

describe('the FAQ page', () => {
  const shown = () => [...document.querySelectorAll('details')].filter((question) => shownText(question.parentElement!) !== '');
  const status = () => shownText(screen.getByRole('status'));

  it('filters 24 questions in six categories by styles alone, and searches them', async () => {
    await renderSite('/faq', undefined, { isStyled: true });
    await waitFor(() => expect(shown()).toHaveLength(24));
    expect(status()).toBe('24 questions');
    for (const name of ['All Questions', 'General', 'SaaS Version', 'Standalone', 'Billing & Pricing', 'Technical', 'Security'])
      expect(screen.getByRole('radio', { name })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: 'Security' }));
    expect(shown()).toHaveLength(4);
    expect(status()).toBe('4 questions');
    expect(screen.getByText('No questions found')).not.toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), 'nothing like this');
    await waitFor(() => expect(screen.getByText('No questions found')).toBeVisible());
    expect(screen.getByText('Try adjusting your search terms or category filter')).toBeVisible();
    expect(status()).toBe('0 questions');
  });

  it.each([
    ['another category', () => userEvent.click(screen.getByRole('radio', { name: 'General' }))],
    ['a search', () => userEvent.type(screen.getByRole('searchbox'), 's')],
    ['a search that is changed', () => userEvent.clear(screen.getByRole('searchbox'))],
  ])('closes its answers with %s', async (_, change) => {
    await renderSite('/faq', undefined, { isStyled: true });
    await waitFor(() => expect(shown()).toHaveLength(24));
    await userEvent.type(screen.getByRole('searchbox'), 'e');
    for (const question of document.querySelectorAll('details')) question.open = true;
    await change();
    expect(document.querySelectorAll('details').length).toBeGreaterThan(0);
    expect(document.querySelector('details[open]')).toBeNull();
  });

  it('says in another language that its questions are in English', async () => {
    setLanguage('sw');
    await renderSite('/faq');
    expect(await screen.findByRole('note')).toHaveTextContent('This text has not been translated yet.');
    expect(document.querySelector('details[lang=en]')).not.toBeNull();
  });

  it('reports questions that could not be loaded and offers a retry', async () => {
    await renderSite('/faq', { faqs: () => ({ status: 500, body: {} }) });
    expect(await screen.findByRole('button', { name: /again/i })).toBeInTheDocument();
  });
});
