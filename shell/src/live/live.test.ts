// @vitest-environment jsdom
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { live, type LiveTopic } from '@masomo/data';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRereads } from './createRereads.ts';
import { followStream, type Heard } from './followStream.ts';

const encoder = new TextEncoder();
type Opened = { url: string; authorization: string | null; say: (text: string) => void; end: () => void };

let opened: Opened[];
let heard: Heard[];
let beats: (number | undefined)[];
let stopping: AbortController;
let refusals: number[];

beforeEach(() => {
  [opened, heard, beats, refusals, stopping] = [[], [], [], [], new AbortController()];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  // jsdom has none.
  vi.stubGlobal('ReadableStream', NodeReadableStream);
  vi.stubGlobal('fetch', async (url: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
    const status = refusals.shift();
    const stream: Opened = { url, authorization: headers['authorization'] ?? null, say: () => undefined, end: () => undefined };
    opened.push(stream);
    if (status !== undefined) return new Response(null, { status });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream.say = (text) => controller.enqueue(encoder.encode(text));
        stream.end = () => controller.close();
        signal.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return new Response(body);
  });
});
afterEach(() => {
  stopping.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const follow = (token: () => Promise<string | undefined> = async () => 't1') =>
  void followStream({ signal: stopping.signal, token, onHeard: (news) => heard.push(news), onBeat: (revision) => beats.push(revision) });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the stream of changes', () => {
  it('is opened with the token of the session and says what changed, also in pieces', async () => {
    follow();
    await pass(0);
    expect(opened[0]).toMatchObject({ url: expect.stringMatching(/^\/_live\?age=\d+$/), authorization: 'Bearer t1' });
    opened[0]!.say('retry: 2000\n\nid: 5:5:\ndata: {"topics":["gra');
    opened[0]!.say('des:c1"]}\n\n:\n\nid: 6:6:\ndata: {"all":true}\n\n');
    await pass(0);
    expect(heard).toEqual([['grades:c1'], 'all']);
  });

  it('goes on where it broke off, with the token of that moment', async () => {
    const tokens = ['t1', 't2'];
    follow(async () => tokens.shift());
    await pass(0);
    opened[0]!.say('id: 7:9:8\ndata: {"topics":["students"]}\n\n');
    await pass(0);
    opened[0]!.end();
    await pass(2_100);
    expect(opened[1]).toMatchObject({ url: '/_live?since=7:9:8', authorization: 'Bearer t2' });
  });

  it('is given up when it is silent, and opened again', async () => {
    follow();
    await pass(0);
    opened[0]!.say('retry: 2000\n\n');
    await pass(80_000);
    expect(opened).toHaveLength(2);
  });

  it('is asked for less and less often while it is refused, and everything is read again each minute', async () => {
    refusals = Array.from({ length: 20 }, () => 503);
    follow();
    await pass(200_000);
    expect(opened.length).toBeLessThan(9);
    expect(heard).toEqual(['all', 'all', 'all']);
  });

  it('beats, and says with each beat which releases are live once it knows', async () => {
    follow();
    await pass(0);
    opened[0]!.say('retry: 2000\n\nid: 5:5:\nrevision: 7\n:\n\n');
    opened[0]!.say('id: 5:5:\n:\n\n');
    await pass(0);
    expect([beats, heard]).toEqual([[undefined, 7, 7], []]);
  });

  it('has the session asked about when its token is refused', async () => {
    refusals = [401];
    follow();
    await pass(0);
    expect(heard).toEqual([['sessions']]);
  });

  it('is not asked for without a session', async () => {
    follow(async () => undefined);
    await pass(50_000);
    expect(opened).toEqual([]);
  });
});

describe('what is read again', () => {
  let visibility: DocumentVisibilityState;
  let stops: (() => void)[];
  const listen = (name: string, ...topics: LiveTopic[]) => {
    const reread = vi.fn();
    stops.push(live.listen({ topics, name, reread }));
    return reread;
  };
  beforeEach(() => {
    [visibility, stops] = ['visible', []];
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  });
  afterEach(() => {
    for (const stop of stops) stop();
  });

  it('is what shows the table, or that part of it', async () => {
    const [all, one, other, table] = [listen('a', 'grades'), listen('b', 'grades:c1'), listen('c', 'grades:c2'), listen('d', 'students')];
    const rereads = createRereads(live.listeners);
    stops.push(rereads.stop);
    rereads.hear(['grades:c1']);
    await pass(1_000);
    expect([all, one, other, table].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0, 0]);
    rereads.hear(['grades']);
    await pass(1_000);
    expect([all, one, other, table].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1, 0]);
    rereads.hear('all');
    await pass(4_000);
    expect([all, one, other, table].map(({ mock }) => mock.calls.length)).toEqual([3, 3, 2, 1]);
  });

  it('is read at most once a second, and once by those who read the same', async () => {
    const [first, second] = [listen('same', 'orders'), listen('same', 'orders')];
    const rereads = createRereads(live.listeners);
    stops.push(rereads.stop);
    for (let n = 0; n < 100; n += 1) {
      rereads.hear(['orders:o1']);
      await pass(50);
    }
    const reads = first.mock.calls.length + second.mock.calls.length;
    expect(reads).toBeGreaterThan(3);
    expect(reads).toBeLessThan(7);
  });

  it('is read at once by those who are urgent, also in a tab that has just read again', async () => {
    const [urgent, other] = [vi.fn(), listen('other', 'orders')];
    stops.push(live.listen({ topics: ['licences'], name: 'urgent', reread: urgent, isUrgent: true }));
    const rereads = createRereads(live.listeners);
    stops.push(rereads.stop);
    rereads.hear(['orders']);
    await pass(300);
    rereads.hear(['orders', 'licences']);
    await pass(300);
    expect([urgent.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
    await pass(1_000);
    expect([urgent.mock.calls.length, other.mock.calls.length]).toEqual([1, 2]);
  });

  it('waits until the tab is shown', async () => {
    const reread = listen('a', 'orders');
    const rereads = createRereads(live.listeners);
    stops.push(rereads.stop);
    visibility = 'hidden';
    rereads.hear(['orders:o1']);
    await pass(60_000);
    expect(reread).not.toHaveBeenCalled();
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(1_000);
    expect(reread).toHaveBeenCalledTimes(1);
  });

  it('opens the stream with the first that listens', () => {
    const open = vi.fn();
    live.provide(open);
    expect(open).not.toHaveBeenCalled();
    listen('a', 'orders');
    expect(open).toHaveBeenCalled();
    live.provide(() => undefined);
  });
});
