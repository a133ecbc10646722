// @vitest-environment jsdom
import createCache from '@emotion/cache';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { UIProvider } from '@masomo/design-system';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

/** What a provider has put into the document so far. */
function provide() {
  const container = document.createElement('div');
  render(<UIProvider cache={createCache({ key: 'css', container, speedy: false })}>Text</UIProvider>);
  return () => container.textContent.includes('--ds-colors-accent-solid');
}

it('a page has its resets and variables with its first render', () => {
  expect(provide()()).toBe(true);
});

it('a prerendered page, which has those of its markup, gets the others once it is idle', () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div data-prerendered=""></div>';
  const isStyled = provide();
  expect(isStyled()).toBe(false);
  act(() => vi.advanceTimersByTime(2_000));
  expect(isStyled()).toBe(true);
});
