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
  const titles = () => [...document.querySelectorAll('#modules li h3')].map((title) => title.textContent);
  it('filters modules by version and category, and shows add-on prices', async () => {
    await renderSite('/features');
    await waitFor(() => expect(titles()).toHaveLength(23));
    expect(document.querySelector('#modules')).toHaveTextContent('KES 2,999 per term');
    await userEvent.click(screen.getByRole('button', { name: 'Add-ons' }));
    expect(titles()).toEqual(['QR Code Attendance', 'Two-Factor Authentication']);
    await userEvent.click(screen.getByRole('radio', { name: 'Standalone' }));
    expect(titles()).toHaveLength(12);
    expect(screen.getAllByText('Contact Sales')).toHaveLength(12);
    for (const category of ['Core', 'Academic', 'Administration', 'Communication']) {
      await userEvent.click(screen.getByRole('button', { name: category }));
      expect(titles().length, category).toBeGreaterThan(0);
      expect(screen.queryByText('Contact Sales')).toBeNull();
    }
  });

  it('reports add-ons that could not be loaded and offers a retry', async () => {
    await renderSite('/features', { addons: () => ({ status: 500, body: {} }) });
    expect(await screen.findByRole('button', { name: /again/i })).toBeInTheDocument();
  });
});
