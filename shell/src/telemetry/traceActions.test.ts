// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { browserActionSchema } from '@masomo/contracts/browserAction';
import { traceActions } from './traceActions.ts';

const requests: { path: string; traceparent: string | null }[] = [];
let answerAfter = 0;
const plain = vi.fn((input: string | URL | Request, init?: RequestInit) => {
  requests.push({ path: new URL(String(input), location.href).pathname, traceparent: new Headers(init?.headers).get('traceparent') });
  return new Promise<Response>((resolve) => {
    setTimeout(() => resolve(new Response('[]')), answerAfter);
  });
});
const beacon = vi.fn<(address: string, body: Blob) => boolean>(() => true);
const reported = async () =>
  (await Promise.all(beacon.mock.calls.map(async ([, body]) => z.array(browserActionSchema).parse(JSON.parse(await body.text()))))).flat();
const press = () => document.body.click();

vi.stubGlobal('fetch', plain);
Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true });
const random = vi.spyOn(Math, 'random').mockReturnValue(0.3);
vi.useFakeTimers();
traceActions(0.5);

beforeEach(() => {
  vi.advanceTimersByTime(10_000);
  requests.length = 0;
  beacon.mockClear();
  answerAfter = 100;
});
afterEach(() => random.mockReturnValue(0.3));

it('a click begins a trace that its requests carry, and reports how long it took until the last response', async () => {
  press();
  void fetch('/rest/v1/rpc/save', { method: 'POST', headers: { apikey: 'k' } });
  await vi.advanceTimersByTimeAsync(100);
  void fetch('/rest/v1/orders');
  await vi.advanceTimersByTimeAsync(5_000);
  const [save, list] = requests;
  expect(save?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(list?.traceparent).toBe(save?.traceparent);
  const [, trace, span] = save?.traceparent?.split('-') ?? [];
  expect(await reported()).toMatchObject([{ trace, span, event: 'click', path: '/', ms: expect.closeTo(200, 0) }]);
  expect(plain.mock.calls[0]?.[1]).toMatchObject({ method: 'POST' });
  expect(new Headers(plain.mock.calls[0]?.[1]?.headers).get('apikey')).toBe('k');
});

it('two actions are two traces, also while a request of the first is in flight', async () => {
  answerAfter = 300;
  press();
  void fetch('/functions/v1/invite-user', { method: 'POST' });
  press();
  void fetch('/storage/v1/object/x');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(new Set(requests.map(({ traceparent }) => traceparent)).size).toBe(2);
  expect(await reported()).toHaveLength(2);
});

it('requests without an action, actions without a request, and requests to other origins are not traced', async () => {
  void fetch('/rest/v1/notifications');
  press();
  void fetch('/registry.json');
  void fetch('https://elsewhere.test/rest/v1/orders');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests.map(({ traceparent }) => traceparent)).toEqual([null, null, null]);
  expect(await reported()).toEqual([]);
});

it('an action that is not sampled tells the server so and is not reported', async () => {
  random.mockReturnValue(0.7);
  press();
  void fetch('/auth/v1/user');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests[0]?.traceparent).toMatch(/-00$/);
  expect(await reported()).toEqual([]);
});

it('what is left is sent when the tab is hidden; a failed request ends its action', async () => {
  plain.mockImplementationOnce(() => Promise.reject(new TypeError('no connection')));
  press();
  await expect(fetch('/rest/v1/orders')).rejects.toThrow('no connection');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(beacon).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pagehide'));
  expect(await reported()).toHaveLength(1);
});

it('a tab that is closed at once reports its action once, also while a request is in flight', async () => {
  answerAfter = 500;
  press();
  void fetch('/rest/v1/rpc/save');
  window.dispatchEvent(new Event('pagehide'));
  const [, trace] = requests[0]?.traceparent?.split('-') ?? [];
  expect(await reported()).toMatchObject([{ trace, event: 'click' }]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await reported()).toHaveLength(1);
});
