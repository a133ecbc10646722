// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSite } from '../shared/__tests__/renderSite.tsx';

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the FAQ page', () => {
  it('searches and filters 24 questions in six categories, and closes answers when the filter changes', async () => {
    await renderSite('/faq');
    await waitFor(() => expect(document.querySelectorAll('details')).toHaveLength(24));
    for (const name of ['All Questions', 'General', 'SaaS Version', 'Standalone', 'Billing & Pricing', 'Technical', 'Security'])
      expect(screen.getByRole('button', { name })).toBeInTheDocument();
    document.querySelector('details')?.setAttribute('open', '');
    await userEvent.click(screen.getByRole('button', { name: 'Security' }));
    expect(document.querySelectorAll('details')).toHaveLength(4);
    expect(document.querySelectorAll('details[open]')).toHaveLength(0);
    await userEvent.type(screen.getByRole('searchbox'), 'nothing like this');
    expect(await screen.findByText('No questions found')).toBeInTheDocument();
    expect(screen.getByText('Try adjusting your search terms or category filter')).toBeInTheDocument();
  });

  it('reports questions that could not be loaded and offers a retry', async () => {
    await renderSite('/faq', { faqs: () => ({ status: 500, body: {} }) });
    expect(await screen.findByRole('button', { name: /again/i })).toBeInTheDocument();
  });
});
