// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSite } from './renderSite.tsx';

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const headings = (level: number) => screen.getAllByRole('heading', { level }).map((heading) => heading.textContent);

describe('/', () => {
  it('has two deployments, six features, three testimonials and the way to a demo', async () => {
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
    expect(await screen.findByText('KES 18,000')).toBeInTheDocument();
    await waitFor(() => expect(document.querySelectorAll('blockquote')).toHaveLength(3));
  });

  it('shows what the owner claims', async () => {
    await renderSite('/');
    for (const claim of ['300+', '15+', '2M+', '15M+']) expect(await screen.findByText(claim)).toBeInTheDocument();
    expect(screen.getByText('Founded 2017, operating since 2019.')).toBeInTheDocument();
  });

  it('offers to try again when the settings cannot be read', async () => {
    await renderSite('/', { settings: () => ({ status: 500, body: {} }) });
    expect(await screen.findByRole('alert')).toHaveTextContent('cannot be reached');
    expect(screen.getByRole('button', { name: /again/i })).toBeInTheDocument();
  });
});

describe('/versions', () => {
  it('lists 21 and 24 modules, 13 differences and six questions', async () => {
    const { container } = await renderSite('/versions');
    expect(await screen.findByRole('list', { name: '21 default modules' })).toBeInTheDocument();
    expect(within(screen.getByRole('list', { name: '21 default modules' })).getAllByRole('listitem')).toHaveLength(21);
    expect(within(screen.getByRole('list', { name: '24 default modules' })).getAllByRole('listitem')).toHaveLength(24);
    expect(within(screen.getByRole('table')).getAllByRole('rowheader')).toHaveLength(13);
    await waitFor(() => expect(container.querySelectorAll('details')).toHaveLength(6));
  });
});

describe('/demo', () => {
  it('has both demo sites, six roles, three columns, the form and six questions', async () => {
    const { container } = await renderSite('/demo');
    await screen.findByRole('heading', { level: 1 });
    for (const role of ['ADMIN', 'TEACHER', 'STUDENT', 'PARENT', 'ACCOUNTANT', 'RECEPTIONIST'])
      expect(screen.getByText(role)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Open the SaaS demo/ })).toHaveAttribute('href', expect.stringContaining('http'));
    expect(screen.getByRole('link', { name: /Open the Standalone demo/ })).toHaveAttribute('href', expect.stringContaining('http'));
    expect(headings(3)).toEqual(
      expect.arrayContaining([
        'Student Management',
        'Academic Functions',
        'Administrative Tools',
        'Interactive Online Demo',
        'Personalized Guided Demo',
      ]),
    );
    expect(container.querySelector('#demo-request-form form')).toBeInTheDocument();
    await waitFor(() => expect(container.querySelectorAll('details')).toHaveLength(6));
  });
});

describe('/contact, /about and the legal texts', () => {
  it('has four questions before writing', async () => {
    const { container } = await renderSite('/contact');
    await waitFor(() => expect(container.querySelectorAll('details')).toHaveLength(4));
    expect(screen.getByText('Monday to Friday, 7:00 AM-5:00 PM EAT')).toBeInTheDocument();
    expect(container.querySelector('iframe')).toBeNull();
  });

  it('names four values and leads to the demo form', async () => {
    await renderSite('/about');
    await screen.findByRole('heading', { level: 1 });
    expect(headings(3)).toEqual(expect.arrayContaining(['Innovation', 'Integrity', 'Excellence', 'Empathy']));
    expect(screen.getByRole('link', { name: 'Request Demo' })).toHaveAttribute('href', '/demo#demo-request-form');
  });

  it.each([
    ['/terms', 13, ['Nairobi', '99.9%', '30 days']],
    ['/privacy', 12, ['FERPA', 'COPPA', 'GDPR', 'Data Protection Act, 2019']],
  ] as const)('%s has %i sections from the CMS', async (path, count, words) => {
    const { container } = await renderSite(path);
    await waitFor(() => expect(container.querySelectorAll('article h2')).toHaveLength(count));
    expect(container).toHaveTextContent('Last updated January 1, 2025');
    for (const word of words) expect(container).toHaveTextContent(word);
  });
});

describe('pages of the CMS', () => {
  it('are drawn from their blocks', async () => {
    await renderSite('/documentation');
    expect(await screen.findByRole('heading', { level: 1, name: 'Documentation' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open a ticket' })).toHaveAttribute('href', '/support#ticket');
  });

  it('an address without a page leads home', async () => {
    await renderSite('/no-such-page');
    expect(await screen.findByRole('heading', { level: 1, name: 'Run the whole school from one place' })).toBeInTheDocument();
  });
});
