// @vitest-environment jsdom
import { createElement, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { capturedEventsName, replayEvents, type CapturedEvents } from './replayEvents.ts';
import { captureEvents } from './captureEvents.inline.ts';
import { startPage } from './startPage.inline.ts';

const spec = { page: '/pricing?a=1', tag: 't1', entry: '/shell/main.js', integrity: 'sha384-x' };
const files = ['/_document.json?page=%2Fpricing%3Fa%3D1&tag=t1', '/shell/main.js', '/shell/a.js'];
const fetched: string[] = [];
const scripts = (name: string) => [...document.head.querySelectorAll<HTMLScriptElement>(`script[src$="${name}.js"]`)];
const show = (markup: string) => (document.body.innerHTML = `<div data-prerendered="">${markup}</div>`);
/** What starting the page and hydrating a remote do to their roots. */
const takeOver = () => document.querySelector('[data-prerendered]')?.removeAttribute('data-prerendered');
const settle = () => vi.advanceTimersByTimeAsync(100);
const open = () => startPage('start', '/_document.json', capturedEventsName);
const load = async () => {
  window.dispatchEvent(new Event('load'));
  await settle();
};
const type = (field: HTMLInputElement, value: string) => Object.assign(field, { value });

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
  show('<button id="toggle">Toggle</button>');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a page fetches everything once it has loaded, and starts by itself', async () => {
  open();
  await settle();
  expect([fetched, scripts('main')]).toEqual([[], []]);
  await load();
  expect(fetched).toEqual(files);
  expect(scripts('main')).toMatchObject([{ integrity: 'sha384-x', crossOrigin: 'anonymous' }]);
});

test('it starts even if nothing can be fetched, and tries again until its script has loaded', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  open();
  await load();
  scripts('main')[0]?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(2_500);
  expect(scripts('main')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(scripts('main')).toHaveLength(2);
});

test('a press that only React can answer starts it at once, also one from before the start script', async () => {
  open();
  document.querySelector<HTMLElement>('#toggle')?.click();
  expect(scripts('main')).toHaveLength(1);
  scripts('main')[0]?.remove();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  open();
  expect([scripts('main').length, fetched]).toEqual([1, []]);
});

test('the script that starts the page is loaded after the first paint, and retried while the network is down', async () => {
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
  expect(scripts('start')).toHaveLength(0);
  await settle();
  expect(scripts('start')).toMatchObject([{ integrity: 'sha384-s', crossOrigin: 'anonymous' }]);
  scripts('start')[0]?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(3_500);
  expect(scripts('start')).toHaveLength(2);
});

test('presses wait for React, happen in their order, and repeated ones once', async () => {
  show('<button id="open">Open</button><div data-prerendered="remote"><button id="add">Add</button></div>');
  const [opener, add] = [...document.querySelectorAll('button')];
  const done: string[] = [];
  for (const button of [opener, add]) button?.addEventListener('click', () => done.push(button.id));
  for (const button of [add, add, opener]) button?.click();
  replayEvents();
  takeOver();
  await settle();
  expect(done).toEqual([]);
  takeOver();
  await settle();
  expect(done).toEqual(['add', 'open']);
  add?.click();
  expect(done).toEqual(['add', 'open', 'add']);
});

test('presses and typed text stay in their place where the page is re-rendered instead of hydrated', async () => {
  const markup = '<button>Add</button><button>Add</button><button>Open</button><input name="email">';
  show(markup);
  document.querySelectorAll('button')[1]?.click();
  type(document.querySelector('input')!, 'achieng@example.test');
  replayEvents();
  await settle();
  document.body.innerHTML = markup;
  const done: number[] = [];
  document.querySelectorAll('button').forEach((button, index) => button.addEventListener('click', () => done.push(index)));
  await settle();
  expect([done, document.querySelector('input')?.value]).toEqual([[1], 'achieng@example.test']);
});

test('a press reaches the element in the same place where its text is another afterwards', async () => {
  show('<button>Add</button><p><button aria-label="Cart">Cart</button></p>');
  document.querySelectorAll('button')[1]?.click();
  replayEvents();
  await settle();
  document.body.innerHTML = '<div><button>Add</button><p><button aria-label="Cart, 1 item">Cart 1</button></p></div>';
  const done: string[] = [];
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => done.push(button.textContent));
  await settle();
  expect(done).toEqual(['Cart 1']);
});

test('what was pressed or typed before React hydrated the page is kept', async () => {
  function Search() {
    const [text, setText] = useState('');
    const [count, setCount] = useState(0);
    return createElement(
      'main',
      null,
      createElement('input', { value: text, onChange: (event) => setText((event.target as HTMLInputElement).value) }),
      createElement('button', { onClick: () => setCount(count + 1) }, 'Find'),
      createElement('output', null, `${text} ${count}`),
    );
  }
  show(renderToString(createElement(Search)));
  const field = document.querySelector('input')!;
  type(field, 'fees');
  document.querySelector('button')?.click();
  vi.useRealTimers();
  replayEvents();
  await vi.waitFor(() => expect(document.querySelector('output')?.textContent).toBe(' 0'));
  const react = hydrateRoot(document.querySelector('[data-prerendered]')!, createElement(Search));
  await new Promise((resolve) => setTimeout(resolve, 60));
  takeOver();
  await vi.waitFor(() => expect(document.querySelector('output')?.textContent).toBe('fees 1'));
  expect(document.querySelector('input')).toBe(field);
  react.unmount();
});

test('the browser does what it can itself, and React sees none of it: links without state, forms with an address, what is native', () => {
  show(
    '<a>Plain</a><a data-waits="">Buy</a><form><button>A</button></form><form action="/contact"><button type="submit">B</button></form><b data-native=""><button>C</button></b>',
  );
  const seen = vi.fn();
  for (const type of ['click', 'touchstart', 'change']) document.body.firstElementChild?.addEventListener(type, seen);
  const isLeft = (element: Element, event: Event) => element.dispatchEvent(event);
  const init = { cancelable: true, bubbles: true };
  const forms = [...document.querySelectorAll('form')];
  expect(forms.map((form) => isLeft(form, new SubmitEvent('submit', init)))).toEqual([false, true]);
  forms[1]?.addEventListener('submit', (event) => event.preventDefault());
  const pressable = [...document.querySelectorAll('a,button')];
  expect(pressable.map((element) => isLeft(element, new MouseEvent('click', init)))).toEqual([true, false, false, true, true]);
  expect(pressable.map((element) => isLeft(element, new Event('touchstart', init)))).not.toContain(false);
  expect(seen).not.toHaveBeenCalled();
  takeOver();
  pressable[0]?.dispatchEvent(new MouseEvent('click', init));
  expect(seen).toHaveBeenCalledOnce();
});
