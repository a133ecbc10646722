// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Link } from '@masomo/navigation';
import { MemoryRouter } from '@masomo/navigation/testing';
import { useArrival } from './useArrival.ts';

const scrollTo = vi.fn();
beforeEach(() => vi.stubGlobal('scrollTo', scrollTo.mockClear()));
afterEach(cleanup);

function Site() {
  useArrival();
  return <main id="main" tabIndex={-1}><Link to="/prices?tab=services">Services</Link><Link to="/about">About</Link><Link to="/prices">Prices</Link></main>;
}
const open = () => render(<MemoryRouter initialEntries={['/prices']}><Site /></MemoryRouter>);

it('starts a new page at its top, and readers of the screen at its content', async () => {
  open();
  expect(scrollTo).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('link', { name: 'About' }));
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
  expect(document.activeElement?.id).toBe('main');
});

it('goes to the top of a page that is opened again', async () => {
  open();
  await userEvent.click(screen.getByRole('link', { name: 'Prices' }));
  expect(scrollTo).toHaveBeenCalled();
});

it('stays where a tab or a filter of the address was chosen', async () => {
  open();
  await userEvent.click(screen.getByRole('link', { name: 'Services' }));
  expect(scrollTo).not.toHaveBeenCalled();
  expect(document.activeElement?.textContent).toBe('Services');
});
