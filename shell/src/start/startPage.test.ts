// @vitest-environment jsdom
import { createElement as h, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { capturedEventsName, replayEvents, type CapturedEvents } from './replayEvents.ts';
import { captureEvents } from './captureEvents.inline.ts';
import { startPage } from './startPage.inline.ts';

const spec = { page: '/pricing?a=1', tag: 't1', entry: '/shell/main.js', integrity: 'sha384-x' };
const fetched: string[] = [];
const scripts = (name: string) => [...document.head.querySelectorAll<HTMLScriptElement>(`script[src$="${name}.js"]`)];
const show = (markup: string) => (document.body.innerHTML = `<div data-prerendered="">${markup}</div>`);
const buttons = () => [...document.querySelectorAll('button')];
/** What starting the page and hydrating a remote do to their roots. */
const takeOver = () => document.querySelector('[data-prerendered]')?.removeAttribute('data-prerendered');
const settle = () => vi.advanceTimersByTimeAsync(100);
const open = () => startPage('start', '/_document.json', capturedEventsName);
const load = () => {
  window.dispatchEvent(new Event('load'));
  return settle();
};

// Once, as their listeners stay.
document.head.innerHTML = `<script type="application/json" id="start">${JSON.stringify(spec)}</script><link rel="masomo-start" href="/shell/start.js">`;
Object.assign(document.querySelector('link')!, { integrity: 'sha384-s' });
captureEvents('start', capturedEventsName);
const captured = (window as unknown as Record<typeof capturedEventsName, CapturedEvents>)[capturedEventsName];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address);
    return Response.json({ scripts: [['/shell/a.js', 'sha384-a']] });
  });
  fetched.length = captured.presses.length = 0;
  scripts('main').forEach((script) => script.remove());
});

test('a page loads its start script after the first paint, fetches everything once it has loaded, and starts by itself', async () => {
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
  expect(scripts('start')).toHaveLength(0);
  await settle();
  expect(scripts('start')).toMatchObject([{ integrity: 'sha384-s', crossOrigin: 'anonymous' }]);
  open();
  await settle();
  expect([fetched, scripts('main')]).toEqual([[], []]);
  await load();
  expect(fetched).toEqual(['/_document.json?page=%2Fpricing%3Fa%3D1&tag=t1', '/shell/main.js', '/shell/a.js']);
  expect(scripts('main')).toMatchObject([{ integrity: 'sha384-x', crossOrigin: 'anonymous' }]);
});

test('while somebody fills in a form, nothing more is fetched, so that its answer does not wait', async () => {
  show('<form data-post=""><input></form>');
  open();
  document.querySelector('input')!.focus();
  await load();
  expect(fetched).toEqual(['/_document.json?page=%2Fpricing%3Fa%3D1&tag=t1', '/shell/main.js']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetched).toContain('/shell/a.js');
});

test('it starts even if nothing can be fetched, and tries again until its script has loaded', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  open();
  await load();
  scripts('main')[0]?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(3_500);
  expect(scripts('main')).toHaveLength(2);
});

test('a press that only React can answer starts it at once, also one from before the start script', () => {
  show('<button>Toggle</button>');
  open();
  buttons()[0]?.click();
  expect(scripts('main')).toHaveLength(1);
  scripts('main')[0]?.remove();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  open();
  expect([scripts('main').length, fetched]).toEqual([1, []]);
});

test('presses, repeated ones once, and typed text stay in their order and place where the page is re-rendered instead of hydrated, even with other texts', async () => {
  show('<button>Add</button><button>Add</button><button aria-label="Cart">Cart</button><input name="email">');
  for (const index of [2, 1, 1]) buttons()[index]?.click();
  document.querySelector('input')!.value = 'achieng@example.test';
  replayEvents();
  await settle();
  document.body.innerHTML = '<button>Add</button><button>Add</button><button aria-label="Cart, 1 item">Cart 1</button><input name="email">';
  const done: number[] = [];
  buttons().forEach((button, index) => button.addEventListener('click', () => done.push(index)));
  await settle();
  expect([done, document.querySelector('input')?.value]).toEqual([[2, 1], 'achieng@example.test']);
});

test('what was pressed or typed waits until React has hydrated every root', async () => {
  function Search() {
    const [[text, count], set] = useState(['', 0] as [string, number]);
    const input = h('input', { value: text, onChange: ({ target }) => set([(target as HTMLInputElement).value, count]) });
    return h('main', null, input, h('button', { onClick: () => set([text, count + 1]) }, 'Find'), h('output', null, `${text} ${count}`));
  }
  show(`<div data-prerendered="remote">${renderToString(h(Search))}</div>`);
  const shown = () => document.querySelector('output')?.textContent;
  const field = document.querySelector('input')!;
  field.value = 'fees';
  buttons()[0]?.click();
  vi.useRealTimers();
  replayEvents();
  hydrateRoot(document.querySelector('[data-prerendered=remote]')!, h(Search));
  takeOver();
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(shown()).toBe(' 0');
  takeOver();
  await vi.waitFor(() => expect(shown()).toBe('fees 1'));
  expect(document.querySelector('input')).toBe(field);
});

test('the browser does what it can itself, and React sees none of it: links without state, forms with an address, what is native', () => {
  show(
    '<a>Plain</a><a data-waits="">Buy</a><button>A</button><form action="/"><button type="submit">B</button></form><b data-native=""><button>C</button></b>',
  );
  const seen = vi.fn();
  for (const type of ['click', 'touchstart', 'keydown', 'change', 'reset']) document.body.firstElementChild?.addEventListener(type, seen);
  const isLeft = (type: string) => (element: Element) => element.dispatchEvent(new MouseEvent(type, { cancelable: true, bubbles: true }));
  document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
  const pressable = [...document.querySelectorAll('a,button')];
  expect(pressable.map(isLeft('click'))).toEqual([true, false, false, true, true]);
  for (const type of ['touchstart', 'keydown', 'reset']) expect(pressable.map(isLeft(type))).not.toContain(false);
  expect(seen).not.toHaveBeenCalled();
  takeOver();
  expect(isLeft('click')(pressable[0]!)).toBe(true);
  expect(seen).toHaveBeenCalledOnce();
});
