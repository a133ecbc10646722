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

describe('the versions page', () => {
  it('lists 21 and 24 modules, 13 differences and six questions', async () => {
    const { container } = await renderSite('/versions');
    expect(await screen.findByRole('list', { name: '21 default modules' })).toBeInTheDocument();
    expect(within(screen.getByRole('list', { name: '21 default modules' })).getAllByRole('listitem')).toHaveLength(21);
    expect(within(screen.getByRole('list', { name: '24 default modules' })).getAllByRole('listitem')).toHaveLength(24);
    expect(within(screen.getByRole('table')).getAllByRole('rowheader')).toHaveLength(13);
    await waitFor(() => expect(container.querySelectorAll('details')).toHaveLength(6));
  });

  it('reports add-ons that could not be loaded and offers a retry', async () => {
    await renderSite('/versions', { addons: () => ({ status: 500, body: {} }) });
    expect(await screen.findAllByRole('button', { name: /again/i })).toHaveLength(2);
  });
});
