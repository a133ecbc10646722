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

const headings = (level: number) => screen.getAllByRole('heading', { level }).map((heading) => heading.textContent);

describe('the home page', () => {
  it('shows two deployments, six features, three testimonials and the demo link', async () => {
    await renderSite('/');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Run the whole school from one place');
    expect(screen.getAllByRole('link', { name: 'Request Demo' })).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Explore Features' })).toHaveAttribute('href', '/features');
    expect(headings(3)).toEqual(
      expect.arrayContaining([
        'SaaS',
        'Standalone',
        'Student Management',
        'Academic Management',
        'Financial Management',
        'Certification',
        'Resource Library',
        'Customizable Add-on Modules',
      ]),
    );
    expect((await screen.findByText('KES 18,000')).parentElement).toHaveTextContent('from KES 18,000 a term, paid yearly');
    await waitFor(() => expect(document.querySelectorAll('blockquote')).toHaveLength(3));
  });

  it('marks an area as in preparation until a point of its module is ready', async () => {
    const marked = () =>
      [...document.querySelectorAll('li')]
        .filter((area) => within(area).queryByText('In preparation'))
        .map((area) => area.querySelector('h3')?.textContent);
    const { unmount } = await renderSite('/', { module_points: () => ({ body: [] }) });
    await screen.findByText('Certification');
    expect(marked()).toEqual(['Certification', 'Resource Library']);
    unmount();
    await renderSite('/', { module_points: () => ({ body: [{ module: 'resource-library' }] }) });
    await waitFor(() => expect(marked()).toEqual(['Certification']));
  });

  it('shows the claims from the settings', async () => {
    await renderSite('/');
    for (const claim of ['300+', '15+', '2M+', '15M+']) expect(await screen.findByText(claim)).toBeInTheDocument();
    expect(screen.getByText('Founded 2017, operating since 2019.')).toBeInTheDocument();
  });

  it('reports settings that could not be loaded and offers a retry', async () => {
    await renderSite('/', { settings: () => ({ status: 500, body: {} }) });
    expect(await screen.findByRole('alert')).toHaveTextContent('cannot be reached');
    expect(screen.getByRole('button', { name: /again/i })).toBeInTheDocument();
  });

  it('shows a placeholder while the settings are loading', async () => {
    await renderSite('/', { settings: () => new Promise(() => undefined) });
    expect(document.querySelector('[aria-busy=true]')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
  });
});
