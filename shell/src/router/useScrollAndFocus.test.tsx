// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowserRouter, Link, RouterProvider } from '@masomo/navigation';
import { MemoryRouter } from '@masomo/navigation/testing';
import { entryKey, scrollPositions } from './scrollPositions.ts';
import { useScrollAndFocus } from './useScrollAndFocus.ts';

// jsdom knows no navigation timing.
performance.getEntriesByType ??= () => [];

const scrollTo = vi.fn();
beforeEach(() => vi.stubGlobal('scrollTo', scrollTo.mockClear()));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  for (const key of Object.keys(scrollPositions)) delete scrollPositions[key];
});

function Site() {
  useScrollAndFocus();
  return (
    <main id="main" tabIndex={-1}>
      <Link to="/prices?tab=services">Services</Link>
      <Link to="/about">About</Link>
      <Link to="/prices">Prices</Link>
    </main>
  );
}
const open = () =>
  render(
    <MemoryRouter initialEntries={[{ pathname: '/prices', key: 'default' }]}>
      <Site />
    </MemoryRouter>,
  );

it('starts a new page at its top, and screen readers at its content', async () => {
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

it('stays in place when a tab or a filter changes the query', async () => {
  open();
  await userEvent.click(screen.getByRole('link', { name: 'Services' }));
  expect(scrollTo).not.toHaveBeenCalled();
  expect(document.activeElement?.textContent).toBe('Services');
});

describe('a scroll position from before', () => {
  const cameBy = (type: NavigationTimingType) =>
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);

  it('is restored by a reload', () => {
    cameBy('reload');
    scrollPositions['default /prices'] = 700;
    open();
    expect(scrollTo).toHaveBeenCalledWith({ top: 700, behavior: 'instant' });
  });

  it.each([
    ['was left in another page of the tab', 'reload', 'default /terms', 0],
    ['was left at another anchor of the page', 'reload', 'default /prices#saas', 0],
    ['was left before the address was opened again', 'navigate', 'default /prices', 0],
    ['is not where the browser or its reader has scrolled since', 'reload', 'default /prices', 300],
  ] as const)('%s: nothing moves', (_, type, key, scrollY) => {
    cameBy(type);
    vi.stubGlobal('scrollY', scrollY);
    scrollPositions[key] = 700;
    open();
    expect(scrollTo).not.toHaveBeenCalled();
    vi.stubGlobal('scrollY', 0);
  });
});

describe('a hash that the browser changes by itself', () => {
  const scrolledTo: string[] = [];
  function Anchors() {
    useScrollAndFocus();
    return (
      <>
        <h2 id="saas">SaaS</h2>
        <h2 id="standalone">Standalone</h2>
      </>
    );
  }
  beforeEach(() => {
    scrolledTo.length = 0;
    Element.prototype.scrollIntoView = function scrolled(this: Element) {
      scrolledTo.push(this.id);
    };
  });

  it('leads to its anchor each time, and no position from before is restored', async () => {
    history.replaceState(null, '', '/prices');
    const router = createBrowserRouter([{ path: '*', element: <Anchors /> }]);
    router.enableScrollRestoration(scrollPositions, () => 900, entryKey);
    render(<RouterProvider router={router} />);
    for (const [count, anchor] of ['saas', 'standalone', 'saas', '%', 'standalone'].entries()) {
      act(() => {
        location.hash = anchor;
      });
      await expect.poll(() => router.state.location.hash).toBe(`#${anchor}`);
      if (anchor !== '%') await expect.poll(() => scrolledTo.length).toBeGreaterThan(count - (count > 3 ? 1 : 0));
    }
    expect(scrolledTo).toEqual(['saas', 'standalone', 'saas', 'standalone']);
    expect(scrollTo).not.toHaveBeenCalled();
  });
});
