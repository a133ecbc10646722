// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '@masomo/i18n';
import { renderSite } from '../shared/__tests__/renderSite.tsx';

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  cleanup();
  setLanguage('en');
  vi.unstubAllGlobals();
});

const headings = (level: number) => screen.getAllByRole('heading', { level }).map((heading) => heading.textContent);

describe('the about page', () => {
  it('shows four values and links to the demo form', async () => {
    await renderSite('/about');
    await screen.findByRole('heading', { level: 1 });
    expect(headings(3)).toEqual(expect.arrayContaining(['Innovation', 'Integrity', 'Excellence', 'Empathy']));
    expect(screen.getByRole('link', { name: 'Request Demo' })).toHaveAttribute('href', '/demo#demo-request-form');
  });

  it('marks its story as English in another language', async () => {
    setLanguage('sw');
    await renderSite('/about');
    expect(await screen.findByRole('note')).toHaveTextContent('You are reading it in English.');
    for (const article of screen.getAllByRole('article')) expect(article).toHaveAttribute('lang', 'en');
  });

  it('reports content that could not be loaded and offers a retry', async () => {
    await renderSite('/about', { settings: () => ({ status: 500, body: {} }) });
    expect(await screen.findByRole('button', { name: /again/i })).toBeInTheDocument();
  });
});
