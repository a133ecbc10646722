// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
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

  it('says of every point of a module and of every add-on whether it can be used', async () => {
    await renderSite('/features');
    await screen.findByRole('heading', { name: 'Student Records', level: 3 });
    const headings = [...document.querySelectorAll('#modules h3')];
    const card = (name: string) => headings.find((heading) => heading.textContent === name)!.closest('li')!;
    const marked = within(card('Student Records')).getByText('In preparation').parentElement!.parentElement!;
    expect(within(marked).getByText('Siblings seen together')).toBeInTheDocument();
    expect(within(marked).queryByText('Guardians and their contacts')).toBeNull();
    expect(within(card('Timetable')).queryByText('In preparation')).toBeNull();
    expect(within(card('Hostel')).getAllByText('In preparation')).toHaveLength(1);
    expect(within(card('Biometrics Entry')).getByText('In preparation')).toBeInTheDocument();
    expect(within(card('Quick Fees')).queryByText('In preparation')).toBeNull();
  });

  it('reports modules that could not be loaded and offers a retry', async () => {
    await renderSite('/features', { modules: () => ({ status: 500, body: {} }) });
    expect(await screen.findByRole('button', { name: /again/i })).toBeInTheDocument();
  });

  it('reports add-ons that could not be loaded and offers a retry', async () => {
    await renderSite('/features', { addons: () => ({ status: 500, body: {} }) });
    expect(await screen.findByRole('button', { name: /again/i })).toBeInTheDocument();
  });
});
