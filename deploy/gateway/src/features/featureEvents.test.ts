import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addFeatureEvents } from './addFeatureEvents.ts';
import { followFeatureChanges, topicOf } from './followFeatureChanges.ts';

const [mine, other] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
let changes: { id: number; topic: string }[];
/** Of this test's gateway alone: one that has just closed asks once more. */
let queries: { times: number };
let isDown: boolean;
let app: Hono;
let events: { close(): void };
let closers: AbortController[];

beforeEach(() => {
  [changes, isDown, closers] = [[], false, []];
  const mine = (queries = { times: 0 });
  app = new Hono();
  const rest = () => {
    mine.times += 1;
    if (isDown) throw new Error('down');
    return Response.json(changes);
  };
  events = addFeatureEvents(app, {
    changes: followFeatureChanges(rest, 'key'),
    addressOf: (c) => c.req.header('x-from'),
    limits: { total: 3, perAddress: 2 },
  });
});
afterEach(() => {
  events.close();
  for (const closer of closers) closer.abort();
});

/** Opens a stream; `text` is what has come so far. */
async function open(school: string, from = '10.0.0.1') {
  const closer = new AbortController();
  closers.push(closer);
  const response = await app.request(`/_features/events?school=${school}`, { headers: { 'x-from': from }, signal: closer.signal });
  const stream = { status: response.status, text: '', isOver: false, close: () => reader?.cancel() };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
      if (done) break;
      stream.text += value;
    }
    stream.isOver = true;
  })();
  return stream;
}
const news = (stream: { text: string }) => stream.text.split('data: changed').length - 1;

describe('the events of a school', () => {
  it('tell its pages within two seconds that something was bought, once, and nobody else', async () => {
    const [here, there] = [await open(mine), await open(other)];
    await expect.poll(() => queries.times).toBeGreaterThan(0);
    const from = performance.now();
    changes = [{ id: 1, topic: topicOf(mine) }];
    await expect.poll(() => news(here), { timeout: 2_000, interval: 20 }).toBe(1);
    expect(performance.now() - from).toBeLessThan(2_000);
    const before = queries.times;
    await expect.poll(() => queries.times).toBeGreaterThan(before + 1);
    expect([news(here), news(there)]).toEqual([1, 0]);
  });

  it('tell a page that opens just after it', async () => {
    changes = [{ id: 1, topic: topicOf(mine) }];
    await open(other, '10.0.0.2');
    await expect.poll(() => queries.times).toBeGreaterThan(0);
    const late = await open(mine);
    await expect.poll(() => news(late)).toBe(1);
  });

  it('cost one request a second whatever the number of pages, and none without a page', async () => {
    const streams = [await open(mine), await open(mine), await open(other, '10.0.0.2')];
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(queries.times).toBeLessThanOrEqual(3);
    for (const stream of streams) await stream.close();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const left = queries.times;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(queries.times).toBe(left);
  });

  it('go on after the database was away', async () => {
    isDown = true;
    const here = await open(mine);
    await expect.poll(() => queries.times).toBeGreaterThan(1);
    isDown = false;
    changes = [{ id: 1, topic: topicOf(mine) }];
    await expect.poll(() => news(here)).toBe(1);
  });

  it('are limited by address and in all, and asked for with a school', async () => {
    expect((await open('everything')).status).toBe(400);
    expect([(await open(mine)).status, (await open(mine)).status, (await open(mine)).status]).toEqual([200, 200, 204]);
    expect([(await open(mine, '10.0.0.2')).status, (await open(mine, '10.0.0.3')).status]).toEqual([200, 204]);
  });

  it('end when the gateway drains', async () => {
    const here = await open(mine);
    events.close();
    await expect.poll(() => here.isOver).toBe(true);
    expect((await open(mine)).status).toBe(204);
  });
});
