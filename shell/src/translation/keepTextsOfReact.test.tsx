// @vitest-environment jsdom
import { act, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { translatePage } from '@masomo/testing/translatePage';
import { keepTextsOfReact } from './keepTextsOfReact.ts';

const translate = async () => {
  translatePage(0);
  await settle();
};
/** Observers are told of changes in a microtask. */
const settle = () => act(async () => undefined);
const seen = () => document.body.textContent.replaceAll('·', '');

let stop: () => void;
let root: Root | undefined;
const failures = vi.fn();

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  stop = keepTextsOfReact();
});
afterEach(() => {
  act(() => root?.unmount());
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  failures.mockReset();
  document.body.replaceChildren();
});

let change: (value: number) => void = () => undefined;
/** A screen whose content follows a number. */
function mount(content: (value: number) => ReactNode, hydrated = false): void {
  const Screen = () => {
    const [value, setValue] = useState(1);
    change = (next) => act(() => flushSync(() => setValue(next)));
    return content(value);
  };
  const container = document.body.appendChild(document.createElement('main'));
  const options = { onUncaughtError: failures, onRecoverableError: failures };
  act(() => {
    if (hydrated) {
      container.innerHTML = renderToString(<Screen />);
      root = hydrateRoot(container, <Screen />, options);
    } else {
      root = createRoot(container, options);
      root.render(<Screen />);
    }
  });
}

it.each<[string, (value: number) => ReactNode, string, string]>([
  ['a changed text beside others', (value) => <p>KES {value} paid</p>, 'KES 1 paid', 'KES 2 paid'],
  ['a text that goes', (value) => <p>{value === 1 && 'Saving...'} <b>now</b></p>, 'Saving... now', ' now'], // prettier-ignore
  [
    'an element before a text',
    (value) => (
      <p>
        {value === 2 && <b>!</b>}Save{' now'}
      </p>
    ),
    'Save now',
    '!Save now',
  ],
  ['a text in another’s place', (value) => <p>{value === 1 ? 'Save' : <i>Saving...</i>} it</p>, 'Save it', 'Saving... it'],
  ['a text alone', (value) => <p>{`KES ${value}`}</p>, 'KES 1', 'KES 2'],
  ['texts in another order', (value) => (value === 1 ? ['a', <b key="b">b</b>] : [<b key="b">b</b>, 'a']), 'ab', 'ba'],
  ['a portal', (value) => createPortal(<p>Total {value} due</p>, document.body), 'Total 1 due', 'Total 2 due'],
  ['a fragment that goes', (value) => <>{value === 1 ? <>one{' of '}two</> : 'none'}</>, 'one of two', 'none'],
])('follows %s', async (_, content, before, after) => {
  for (const hydrated of [false, _ !== 'a portal']) {
    mount(content, hydrated);
    await translate();
    expect(seen()).toBe(before);
    change(2);
    await settle();
    expect(seen()).toBe(after);
    await translate();
    change(1);
    await settle();
    expect(seen()).toBe(before);
    act(() => root?.unmount());
    expect(seen()).toBe('');
    expect(failures).not.toHaveBeenCalled();
    document.body.replaceChildren();
  }
});

it('lets a page that nobody translates fail as ever', () => {
  const [parent, stranger] = [document.createElement('p'), document.createElement('p')];
  expect(() => parent.removeChild(stranger)).toThrow('not a child');
  expect(() => parent.insertBefore(document.createElement('b'), stranger)).toThrow();
});
