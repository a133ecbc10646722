// @vitest-environment jsdom
import { createElement, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { replayEvents, capturedEventsName, type CapturedEvents } from './replayEvents.ts';
import { captureEvents } from './captureEvents.inline.ts';
import { startPage } from './startPage.inline.ts';

const spec = { page: '/pricing?a=1', tag: 't1', entry: '/shell/main.js', integrity: 'sha384-x' };
const fetched: string[] = [];
const entries = () => [...document.head.querySelectorAll('script[src$="main.js"]')];
const show = (markup: string) => (document.body.innerHTML = `<div data-prerendered="">${markup}</div>`);
/** What starting the page and hydrating a remote do to their roots. */
const takeOver = (root: Element | null = document.querySelector('[data-prerendered]')) => root?.removeAttribute('data-prerendered');
const started = () => replayEvents();
/** Opens the page again with its present content. */
function reopen() {
  (window as unknown as Record<typeof capturedEventsName, CapturedEvents>)[capturedEventsName].stop();
  captureEvents('start', capturedEventsName);
  startPage('start', '/_document.json', capturedEventsName, []);
}
const settle = () => vi.advanceTimersByTimeAsync(300);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  fetched.length = 0;
  localStorage.clear();
  location.hash = '';
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address);
    return Response.json({ scripts: [['/shell/a.js', 'sha384-a']] });
  });
  document.head.innerHTML = `<script type="application/json" id="start">${JSON.stringify(spec)}</script><link rel="masomo-start" href="/shell/start.js" integrity="sha384-s">`;
  show('<form><input name="name"><button>Send</button></form><button id="toggle" type="button">Toggle</button>');
  // Browsers reflect the attribute, jsdom does not.
  Object.assign(document.querySelector('link')!, { integrity: 'sha384-s' });
  captureEvents('start', capturedEventsName);
  startPage('start', '/_document.json', capturedEventsName, ['exchangeRate']);
});
afterEach(() => {
  // Removes the listeners of this page.
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
  window.dispatchEvent(new Event('load'));
  window.dispatchEvent(new Event('scroll'));
  started();
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const load = async () => {
  window.dispatchEvent(new Event('load'));
  await settle();
};

test('everything is fetched after the page has loaded, and nothing runs before the visitor acts', async () => {
  expect(fetched).toEqual([]);
  await load();
  expect(fetched).toEqual(['/shell/main.js', '/_document.json?page=%2Fpricing%3Fa%3D1&tag=t1', '/shell/a.js']);
  expect(entries()).toHaveLength(0);
  window.dispatchEvent(new Event('pointermove'));
  window.dispatchEvent(new Event('scroll'));
  expect(entries()).toHaveLength(1);
  expect(entries()[0]).toMatchObject({ integrity: 'sha384-x', crossOrigin: 'anonymous', src: expect.stringMatching(/\/shell\/main\.js$/) });
});

test('nothing is fetched before the first paint', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  await load();
  expect(fetched).toEqual([]);
  for (const frame of frames) frame(0);
  await settle();
  expect(fetched).toHaveLength(3);
});

test('on a page that has loaded already, fetching starts at once', () => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  reopen();
  expect(fetched).toEqual(['/shell/main.js', '/_document.json?page=%2Fpricing%3Fa%3D1&tag=t1']);
});

test('a visitor with something stored starts at once', async () => {
  localStorage.setItem('cart', '[]');
  await load();
  expect(entries()).toHaveLength(1);
});

test.each([
  ['an answer to the cookie question starts by itself', true, 1],
  ['none waits', false, 0],
])('an iPhone with %s', async (_, isAnswered, count) => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', maxTouchPoints: 5 });
  if (isAnswered) document.documentElement.dataset['consent'] = '';
  await load();
  expect(entries()).toHaveLength(count);
  delete document.documentElement.dataset['consent'];
});

test('a cached exchange rate is no reason to start', async () => {
  localStorage.setItem('exchangeRate', '129.5');
  await load();
  expect(entries()).toHaveLength(0);
});

test('a click alone, as screen readers send it, starts the page', async () => {
  await load();
  document.querySelector<HTMLElement>('#toggle')?.click();
  expect(entries()).toHaveLength(1);
});

test('a press that needs no script has its effect first', async () => {
  show('<div data-native=""><button>Menu</button></div>');
  document.querySelector('button')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await vi.advanceTimersByTimeAsync(250);
  expect(entries()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(100);
  expect(entries()).toHaveLength(1);
});

test('a script that fails is retried at the next intent', async () => {
  window.dispatchEvent(new Event('keydown'));
  entries()[0]?.dispatchEvent(new Event('error'));
  window.dispatchEvent(new Event('keydown'));
  expect(entries()).toHaveLength(2);
});

test('a click waits for React and happens once', async () => {
  const toggle = document.querySelector<HTMLElement>('#toggle');
  const pressed = vi.fn();
  toggle?.addEventListener('click', pressed);
  toggle?.click();
  expect(pressed).not.toHaveBeenCalled();
  started();
  await settle();
  expect(pressed).not.toHaveBeenCalled();
  takeOver();
  await settle();
  expect(pressed).toHaveBeenCalledTimes(1);
  toggle?.click();
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('several clicks happen in their order, and repeated ones count once', async () => {
  show('<button id="open">Open</button><div data-prerendered="remote"><button id="add">Add</button></div>');
  const [open, add] = [...document.querySelectorAll('button')];
  const done: string[] = [];
  for (const button of [open, add]) button?.addEventListener('click', () => done.push(button.id));
  add?.click();
  add?.click();
  open?.click();
  started();
  // The second is ready before the first.
  takeOver();
  await settle();
  expect(done).toEqual([]);
  takeOver();
  await settle();
  expect(done).toEqual(['add', 'open']);
});

test('clicks and inputs happen in the same place where the page is re-rendered instead of hydrated', async () => {
  const markup = '<button>Add</button><button>Add</button><button>Open</button><input name="email">';
  show(markup);
  document.querySelectorAll('button')[1]?.click();
  const field = document.querySelector('input');
  if (field) Object.assign(field, { value: 'achieng@example.test' }).dispatchEvent(new Event('input', { bubbles: true }));
  started();
  await settle();
  document.body.innerHTML = markup;
  const done: number[] = [];
  document.querySelectorAll('button').forEach((button, index) => button.addEventListener('click', () => done.push(index)));
  await settle();
  expect([done, document.querySelector('input')?.value]).toEqual([[1], 'achieng@example.test']);
});

test('React hydrates at once what is pressed or typed, and keeps it', async () => {
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
  Object.assign(field, { value: 'fees' }).dispatchEvent(new Event('input', { bubbles: true }));
  document.querySelector('button')?.click();
  vi.useRealTimers();
  started();
  const root = document.querySelector('[data-prerendered]')!;
  const react = hydrateRoot(root, createElement(Search));
  takeOver(root);
  await vi.waitFor(() => expect(document.querySelector('output')?.textContent).toBe('fees 1'));
  expect(document.querySelector('input')).toBe(field);
  react.unmount();
  vi.useFakeTimers();
});

test('a link with state waits as well, others are followed', async () => {
  show('<a href="#plain">Plain</a><a href="#buy" data-waits="">Buy</a>');
  const [plain, buy] = [...document.querySelectorAll('a')].map((link) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    link.dispatchEvent(event);
    return event.defaultPrevented;
  });
  expect([plain, buy]).toEqual([false, true]);
});

test('what is typed is still there after hydration', async () => {
  const field = document.querySelector('input');
  if (!field) throw new Error('The form has no field.');
  const changes: string[] = [];
  field.value = 'Achieng';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.addEventListener('input', () => changes.push(field.value));
  field.value = '';
  takeOver();
  started();
  await settle();
  expect([field.value, changes]).toEqual(['Achieng', ['Achieng']]);
});

test('what a field holds before anything listens is still there after hydration', async () => {
  show('<input name="email" value="">');
  const field = document.querySelector('input')!;
  field.value = 'achieng@example.test';
  reopen();
  field.value = '';
  takeOver();
  started();
  await settle();
  expect(field.value).toBe('achieng@example.test');
});

test('the script that starts the page is loaded after the first paint, and retried while the network is down', async () => {
  const asked = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src$="start.js"]')];
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
  expect(asked()).toHaveLength(0);
  await settle();
  expect(asked()).toHaveLength(1);
  expect(asked()[0]).toMatchObject({ integrity: 'sha384-s', crossOrigin: 'anonymous' });
  asked()[0]?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(2_500);
  expect(asked()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked()).toHaveLength(2);
});

test('a click before that script has loaded starts the page at once, and happens', async () => {
  (window as unknown as Record<typeof capturedEventsName, CapturedEvents>)[capturedEventsName].stop();
  window.dispatchEvent(new Event('scroll'));
  document.head.querySelectorAll('script[src]').forEach((script) => script.remove());
  const toggle = document.querySelector<HTMLElement>('#toggle')!;
  const pressed = vi.fn();
  toggle.addEventListener('click', pressed);
  captureEvents('start', capturedEventsName);
  toggle.click();
  expect(pressed).not.toHaveBeenCalled();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  startPage('start', '/_document.json', capturedEventsName, []);
  expect(entries()).toHaveLength(1);
  started();
  takeOver();
  await settle();
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('a key press before that script has loaded starts the page', () => {
  window.dispatchEvent(new Event('keydown'));
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  document.head.querySelectorAll('script[src]').forEach((script) => script.remove());
  startPage('start', '/_document.json', capturedEventsName, []);
  expect(entries()).toHaveLength(1);
});

test('a document that starts by itself captures nothing', () => {
  (window as unknown as Record<typeof capturedEventsName, CapturedEvents>)[capturedEventsName].stop();
  document.head.innerHTML = '';
  captureEvents('start', capturedEventsName);
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector('#toggle')?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

test('a form is submitted by the browser itself only where it has an address, and what is native is left alone', () => {
  show(
    '<form><button>A</button></form><form action="/functions/v1/contact"><button type="submit">B</button></form><div data-native=""><button>C</button></div>',
  );
  const isCaptured = (event: Event, element: Element) => {
    element.addEventListener(event.type, (reached) => reached.preventDefault());
    const reach = vi.fn();
    element.addEventListener(event.type, reach);
    element.dispatchEvent(event);
    return reach.mock.calls.length === 0;
  };
  const forms = [...document.querySelectorAll('form')];
  const submit = () => new SubmitEvent('submit', { cancelable: true, bubbles: true });
  expect(forms.map((form) => isCaptured(submit(), form))).toEqual([true, false]);
  const press = () => new MouseEvent('click', { cancelable: true, bubbles: true });
  expect([...document.querySelectorAll('button')].map((button) => isCaptured(press(), button))).toEqual([true, false, false]);
});
