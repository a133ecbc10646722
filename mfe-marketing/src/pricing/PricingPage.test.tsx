// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Route, Routes, useLocation } from '@masomo/navigation';
import { renderRoute } from '@masomo/testing';
import { App } from '../App.tsx';
import { pageOf } from '../pages.ts';
import { renderSite } from '../shared/__tests__/renderSite.tsx';
import { shownText } from '../shared/__tests__/shownText.ts';
import { siteDb } from '../shared/__tests__/siteFixture.ts';

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

const cards = (id: string) => [...document.querySelectorAll(`#${id} [data-plan]`)].map(shownText);
const openPricing = async (path = '/pricing') => {
  const page = await renderSite(path, undefined, { isStyled: true });
  await waitFor(() => expect(cards('saas-pricing')).toHaveLength(4));
  return page;
};

describe('the pricing page', () => {
  it('starts with annual prices in shillings, discounted for the four plans only', async () => {
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

  it('marks what a plan contains only in part so far', async () => {
    await openPricing();
    for (const link of screen.getAllByRole('link', { name: 'Partly in preparation' })) expect(link).toHaveAttribute('href', '/features');
    expect(cards('saas-pricing')[0]).toContain('All 21 default modules Partly in preparation');
    expect(cards('saas-pricing')[0]?.match(/Partly/g)).toHaveLength(1);
  });

  it('switches to termly prices without a discount, and to dollars', async () => {
    await openPricing();
    await userEvent.click(screen.getByRole('radio', { name: 'Termly' }));
    expect(cards('saas-pricing')[0]).toContain('KES 20,000');
    for (const card of cards('saas-pricing')) expect(card).not.toContain('Save');
    await userEvent.click(screen.getByRole('radio', { name: 'USD' }));
    expect(cards('saas-pricing')[0]).toContain('$154.44');
    expect(screen.getByText(/1 USD = 129\.50 KES/)).toBeInTheDocument();
    expect(localStorage.getItem('preferredCurrency')).toBe('USD');
    expect(localStorage.getItem('exchangeRate')).toBe('129.5');
    expect(Number(localStorage.getItem('exchangeRateTimestamp'))).toBe(Date.parse('2026-11-20T12:00:00Z'));
    await userEvent.click(screen.getByRole('radio', { name: 'KES' }));
  });

  it('falls back to the default rate when none can be loaded', async () => {
    await renderSite('/pricing', { exchange_rates: () => ({ status: 500, body: {} }) });
    expect(await screen.findByText(/1 USD = 130\.00 KES/, {}, { timeout: 5_000 })).toBeInTheDocument();
  });

  it('lists add-ons and services, marks different store prices, and collapses them', async () => {
    await openPricing();
    const tables = screen.getAllByRole('table');
    const [saas, standalone, services] = tables;
    expect(within(saas as HTMLElement).getAllByRole('row')).toHaveLength(3);
    expect(within(standalone as HTMLElement).getAllByRole('row')).toHaveLength(13);
    expect(within(services as HTMLElement).getAllByRole('row')).toHaveLength(9);
    expect(shownText(within(saas as HTMLElement).getByRole('row', { name: /Two-Factor Authentication/ }))).toContain(
      'KES 2,499KES 2,999 in the store',
    );
    expect(within(standalone as HTMLElement).getByRole('row', { name: /Gmeet Live Classes/ })).toHaveTextContent('KES 1,499');
    await userEvent.click(screen.getByText('Hide add-ons and services'));
    expect(tables[0]?.closest('details')).toHaveProperty('open', false);
    expect(screen.getByText('Show add-ons and services')).toBeVisible();
  });

  it('scrolls to the anchor in the URL', async () => {
    await openPricing('/pricing#standalone-pricing');
    await waitFor(() => expect(scrolled).toHaveBeenCalledWith('standalone-pricing'));
  });

  it('links subscriptions to the contact page and demos to the demo page', async () => {
    await openPricing();
    for (const link of screen.getAllByRole('link', { name: /Subscribe Now|Contact Sales/ }))
      expect(link).toHaveAttribute('href', '/contact');
    expect(screen.getByRole('link', { name: 'Request Demo' })).toHaveAttribute('href', '/demo');
  });

  it('passes a Buy Now add-on to the store in the navigation state', async () => {
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

  it('reports plans that could not be loaded and offers a retry', async () => {
    await renderSite('/pricing', { plans: () => ({ status: 500, body: {} }) });
    expect(await screen.findByRole('button', { name: /again/i })).toBeInTheDocument();
  });
});
