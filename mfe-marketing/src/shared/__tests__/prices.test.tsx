// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Route, Routes, useLocation } from '@masomo/navigation';
import { renderRoute } from '@masomo/testing';
import { App } from '../../App.tsx';
import { pageOf } from '../../pages.ts';
import { renderSite } from './renderSite.tsx';
import { siteDb } from './siteFixture.ts';

const scrolled = vi.fn();
beforeEach(() => {
  localStorage.clear();
  scrolled.mockReset();
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolled(this.id);
  };
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const cards = (id: string) => [...document.querySelectorAll(`#${id} [data-plan]`)].map((card) => card.textContent ?? '');
const openPricing = async (path = '/pricing') => {
  const page = await renderSite(path);
  await waitFor(() => expect(cards('saas-pricing')).toHaveLength(4));
  return page;
};

describe('/pricing', () => {
  it('starts with annual prices in shillings: four plans with Save 10%, three licences without', async () => {
    await openPricing();
    expect(screen.getByRole('radio', { name: 'Annual' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'KES' })).toBeChecked();
    for (const [index, price] of ['KES 18,000', 'KES 27,000', 'KES 36,000', 'KES 54,000'].entries())
      expect(cards('saas-pricing')[index]).toContain(price);
    for (const card of cards('saas-pricing')) expect(card).toContain('Save 10%');
    expect(cards('standalone-pricing').map((card) => /KES [\d,]+/.exec(card)?.[0])).toEqual(['KES 49,999', 'KES 79,999', 'KES 129,999']);
    expect(cards('standalone-pricing').join()).not.toContain('Save');
    expect(screen.getByText('Most Popular')).toBeInTheDocument();
    expect(screen.getByText('Recommended')).toBeInTheDocument();
  });

  it('shows termly prices without the badge, and dollars at the rate beside them', async () => {
    await openPricing();
    await userEvent.click(screen.getByRole('radio', { name: 'Termly' }));
    expect(cards('saas-pricing')[0]).toContain('KES 20,000');
    expect(screen.queryByText('Save 10%')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'USD' }));
    expect(cards('saas-pricing')[0]).toContain('$154.44');
    expect(screen.getByText(/1 USD = 129\.50 KES/)).toBeInTheDocument();
    expect(localStorage.getItem('preferredCurrency')).toBe('USD');
    expect(localStorage.getItem('exchangeRate')).toBe('129.5');
    expect(Number(localStorage.getItem('exchangeRateTimestamp'))).toBe(Date.parse('2026-11-20T12:00:00Z'));
    await userEvent.click(screen.getByRole('radio', { name: 'KES' }));
  });

  it('falls back to 130 when no rate can be read', async () => {
    await renderSite('/pricing', { exchange_rates: () => ({ status: 500, body: {} }) });
    expect(await screen.findByText(/1 USD = 130\.00 KES/, {}, { timeout: 5_000 })).toBeInTheDocument();
  });

  it('lists add-ons and services, said apart where the store charges something else, and folds them away', async () => {
    await openPricing();
    const [saas, standalone, services] = screen.getAllByRole('table');
    expect(within(saas as HTMLElement).getAllByRole('row')).toHaveLength(3);
    expect(within(standalone as HTMLElement).getAllByRole('row')).toHaveLength(13);
    expect(within(services as HTMLElement).getAllByRole('row')).toHaveLength(9);
    expect(within(saas as HTMLElement).getByRole('row', { name: /Two-Factor Authentication/ })).toHaveTextContent(
      'KES 2,499KES 2,999 in the store',
    );
    expect(within(standalone as HTMLElement).getByRole('row', { name: /Gmeet Live Classes/ })).toHaveTextContent('KES 1,499');
    await userEvent.click(screen.getByRole('button', { name: /Hide add-ons/ }));
    expect(screen.queryAllByRole('table')).toHaveLength(0);
    expect(screen.getByRole('button', { name: /Show add-ons/ })).toHaveAttribute('aria-expanded', 'false');
  });

  it('brings the named section into view a moment later', async () => {
    await openPricing('/pricing#standalone-pricing');
    await waitFor(() => expect(scrolled).toHaveBeenCalledWith('standalone-pricing'));
  });

  it('subscribes and asks through /contact; a demo through /demo', async () => {
    await openPricing();
    for (const link of screen.getAllByRole('link', { name: /Subscribe Now|Contact Sales/ }))
      expect(link).toHaveAttribute('href', '/contact');
    expect(screen.getByRole('link', { name: 'Request Demo' })).toHaveAttribute('href', '/demo');
  });

  it('hands an add-on to the store with its id, name, price and where it came from', async () => {
    function Store() {
      return <output>{JSON.stringify(useLocation().state)}</output>;
    }
    await pageOf('/pricing')?.preload();
    renderRoute(
      <Routes>
        <Route path="/store" element={<Store />} />
        <Route path="*" element={<App />} />
      </Routes>,
      { path: '/pricing', db: siteDb().db },
    );
    await userEvent.click(await screen.findByRole('link', { name: 'Buy Now: Android App' }));
    expect(JSON.parse(screen.getByRole('status').textContent ?? '')).toEqual({
      id: 'standalone-Android App',
      name: 'Android App',
      price: 1999,
      fromPricing: true,
    });
  });
});

describe('/features', () => {
  const titles = () => [...document.querySelectorAll('#modules li h3')].map((title) => title.textContent);
  it('shows modules of a version and category, and add-ons with their price', async () => {
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
});

describe('/faq', () => {
  it('has 24 questions in six categories, searched and filtered; nothing stays open behind a new filter', async () => {
    await renderSite('/faq');
    await waitFor(() => expect(document.querySelectorAll('details')).toHaveLength(24));
    for (const name of ['All Questions', 'General', 'SaaS Version', 'Standalone', 'Billing & Pricing', 'Technical', 'Security'])
      expect(screen.getByRole('button', { name })).toBeInTheDocument();
    document.querySelector('details')?.setAttribute('open', '');
    await userEvent.click(screen.getByRole('button', { name: 'Security' }));
    expect(document.querySelectorAll('details')).toHaveLength(4);
    expect(document.querySelectorAll('details[open]')).toHaveLength(0);
    await userEvent.type(screen.getByRole('searchbox'), 'nothing like this');
    expect(await screen.findByText('No questions found')).toBeInTheDocument();
    expect(screen.getByText('Try adjusting your search terms or category filter')).toBeInTheDocument();
  });
});
