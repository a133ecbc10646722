// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
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

describe('legal pages', () => {
  it.each([
    ['/terms', 13, ['Nairobi', '99.9%', '30 days']],
    ['/privacy', 12, ['FERPA', 'COPPA', 'GDPR', 'Data Protection Act, 2019']],
  ] as const)('%s has %i sections from the CMS', async (path, count, words) => {
    const { container } = await renderSite(path);
    await waitFor(() => expect(container.querySelectorAll('article h2')).toHaveLength(count));
    expect(container).toHaveTextContent('Last updated January 1, 2025');
    for (const word of words) expect(container).toHaveTextContent(word);
  });

  it('/privacy prints the retention periods of the database', async () => {
    await renderSite('/privacy');
    const table = within(await screen.findByRole('table', { name: 'Retention periods' }));
    expect(table.getByRole('row', { name: /Sign-ins 1 year the sign-in To notice strangers/ })).toBeInTheDocument();
    expect(table.getByRole('row', { name: /Fees and receipts At least 7 years/ })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Retention periods' })).toHaveAttribute('href', '#retention-periods');
  });
});
