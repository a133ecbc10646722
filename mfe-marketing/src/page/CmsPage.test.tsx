// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
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

  it('lead home when a path has no page, and say so', async () => {
    await renderSite('/no-such-page');
    expect(await screen.findByRole('heading', { level: 1, name: 'Run the whole school from one place' })).toBeInTheDocument();
    const notice = screen.getByText('This page does not exist').closest('[role=status]') as HTMLElement;
    expect(notice).toHaveTextContent('There is no page at /no-such-page.');
    fireEvent.click(within(notice).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(notice).not.toBeInTheDocument());
  });
});
