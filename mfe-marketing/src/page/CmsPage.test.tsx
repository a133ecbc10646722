// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen } from '@testing-library/react';
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

describe('pages of the CMS', () => {
  it('render their blocks', async () => {
    await renderSite('/documentation');
    expect(await screen.findByRole('heading', { level: 1, name: 'Documentation' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open a ticket' })).toHaveAttribute('href', '/support#ticket');
  });

  it('redirect home when a path has no page', async () => {
    await renderSite('/no-such-page');
    expect(await screen.findByRole('heading', { level: 1, name: 'Run the whole school from one place' })).toBeInTheDocument();
  });
});
