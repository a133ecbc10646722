// @vitest-environment jsdom
import createCache from '@emotion/cache';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { UIProvider } from '@masomo/design-system';
import { isNetworkSlow } from '@masomo/domain/slowNetwork';

vi.mock('@masomo/domain/slowNetwork', () => ({ isNetworkSlow: vi.fn(() => false) }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.mocked(isNetworkSlow).mockReturnValue(false);
  document.body.innerHTML = '';
  document.head.innerHTML = '';
});

function renderStyles(): HTMLElement {
  const container = document.createElement('div');
  render(<UIProvider cache={createCache({ key: 'css', container, speedy: false })}>Text</UIProvider>);
  return container;
}

/** What a provider has put into the document so far. */
function provide() {
  const container = renderStyles();
  return (text = '--ds-colors-accent-solid') => container.textContent.includes(text);
}

it('a page has its resets and variables with its first render', () => {
  expect(provide()()).toBe(true);
});

it('without a script that chooses, the system decides between light and dark', () => {
  const styles = renderStyles().textContent;
  const [, dark] = /\}\.dark\{(--ds-[^}]*)\}/.exec(styles) ?? [];
  expect(dark).toContain('--ds-colors-bg:');
  expect(styles).toMatch(/@media \(prefers-color-scheme: dark\)\{html:not\(\.light, \.dark\)\{[^}]*color-scheme:dark;--/);
  expect(styles).toContain(`color-scheme:dark;${dark}}`);
});

it('a prerendered page, which has those of its markup, gets the others once it is idle', () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div data-prerendered=""></div>';
  const isStyled = provide();
  expect(isStyled()).toBe(false);
  act(() => vi.advanceTimersByTime(2_000));
  expect(isStyled()).toBe(true);
});

const fontLink = () => document.querySelector('link[rel=prefetch]');

it('has its font at once', () => {
  vi.useFakeTimers();
  expect(provide()('@font-face')).toBe(true);
  act(() => vi.advanceTimersByTime(20_000));
  expect(fontLink()).toBeNull();
});

it('leaves the font to the next page on a slow network, where it would come after the text', () => {
  vi.useFakeTimers();
  vi.mocked(isNetworkSlow).mockReturnValue(true);
  const isStyled = provide();
  expect([isStyled(), isStyled('@font-face'), fontLink()]).toEqual([true, false, null]);
  act(() => vi.advanceTimersByTime(20_000));
  expect(fontLink()).not.toBeNull();
});
