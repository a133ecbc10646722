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

describe('the features page', () => {
  const isShown = (element: Element) => getComputedStyle(element).display !== 'none';
  const shown = () => [...document.querySelectorAll('#modules li[data-category]')].filter(isShown);
  const count = () => [...document.querySelectorAll('#modules [data-count]')].filter(isShown).map((text) => text.textContent);

  it('filters modules by version and category by styles alone, and shows add-on prices', async () => {
    await renderSite('/features', undefined, { isStyled: true });
    await waitFor(() => expect(shown()).toHaveLength(23));
    expect(count()).toEqual(['23 features']);
    expect(document.querySelector('#modules')).toHaveTextContent('KES 2,999 per term');
    await userEvent.click(screen.getByRole('radio', { name: 'Add-ons' }));
    expect(shown().map((card) => card.querySelector('h3')?.textContent)).toEqual(['QR Code Attendance', 'Two-Factor Authentication']);
    expect(count()).toEqual(['2 features']);
    await userEvent.click(screen.getByRole('radio', { name: 'Standalone' }));
    expect(shown()).toHaveLength(12);
    for (const card of shown()) expect(card).toHaveTextContent('Contact Sales');
    for (const category of ['Core', 'Academic', 'Administration', 'Communication']) {
      await userEvent.click(screen.getByRole('radio', { name: category }));
      expect(shown().length, category).toBeGreaterThan(0);
      expect(count(), category).toEqual([`${shown().length} features`]);
      for (const card of shown()) expect(card).not.toHaveTextContent('Contact Sales');
    }
  });

  it('reports add-ons that could not be loaded and offers a retry', async () => {
    await renderSite('/features', { addons: () => ({ status: 500, body: {} }) });
    expect(await screen.findByRole('button', { name: /again/i })).toBeInTheDocument();
  });
});
