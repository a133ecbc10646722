// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { productRegistry } from '../testing/productRegistry.ts';

let revision = 1;
let respond: () => void;
const fetchMock = vi.fn(
  () =>
    new Promise<Response>((resolve) => {
      respond = () => resolve(Response.json(productRegistry(revision)));
    }),
);

/** A tab of its own per test, whose registry came with the document. */
async function openTab() {
  vi.resetModules();
  const inlined = document.createElement('script');
  inlined.type = 'application/json';
  inlined.id = 'masomo-registry';
  inlined.textContent = JSON.stringify(productRegistry(1));
  document.body.replaceChildren(inlined);
  const [{ registryStore }, registry, { live }, { confirmRegistry }] = await Promise.all([
    import('./registryStore.ts'),
    import('./revalidateRegistry.ts'),
    import('@masomo/data'),
    import('../live/confirmRegistry.ts'),
    import('@masomo/contracts/registrySchema'),
  ]);
  await registry.startRegistry();
  return { ...registry, live, confirmRegistry, liveRevision: () => registryStore.get().revision };
}

/** Milliseconds a navigation waits when the response never comes. */
async function waitedMs(navigation: Promise<void>): Promise<number> {
  const startedAt = Date.now();
  let isOver = false;
  void navigation.then(() => {
    isOver = true;
  });
  for (await vi.advanceTimersByTimeAsync(0); !isOver; await vi.advanceTimersByTimeAsync(10));
  return Date.now() - startedAt;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockClear();
  revision = 2;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sends no request right after a response', async () => {
  const tab = await openTab();
  vi.advanceTimersByTime(1_999);
  expect(await waitedMs(tab.revalidateRegistry())).toBe(0);
  expect(fetchMock).not.toHaveBeenCalled();
});

it('revalidates the registry of the document by its tag', async () => {
  const tab = await openTab();
  void tab.refreshRegistry();
  expect(fetchMock).toHaveBeenCalledWith('/registry.json', expect.objectContaining({ headers: { 'If-None-Match': '"r1"' } }));
  respond();
});

it('revalidates in the background while the tab polls', async () => {
  const tab = await openTab();
  vi.advanceTimersByTime(19_000);
  expect(await waitedMs(tab.revalidateRegistry())).toBe(0);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.liveRevision()).toBe(2);
});

it('revalidates only after what the navigation does at once', async () => {
  const tab = await openTab();
  vi.advanceTimersByTime(19_000);
  await tab.revalidateRegistry();
  expect(fetchMock).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

it('revalidates when a pointer reaches a link, and a navigation waits for that response', async () => {
  const tab = await openTab();
  vi.advanceTimersByTime(5_000);
  tab.revalidateOnIntent();
  const navigation = tab.revalidateRegistry().then(() => tab.liveRevision());
  respond();
  expect(await navigation).toBe(2);
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

it.each([
  ['a request in flight', 5_000, true, 250],
  ['a tab that was asleep', 60_000, false, 400],
] as const)('a navigation waits for %s only a moment', async (_, age, isInFlight, limit) => {
  const tab = await openTab();
  vi.advanceTimersByTime(age);
  if (isInFlight) tab.revalidateOnIntent();
  expect(await waitedMs(tab.revalidateRegistry())).toBe(limit);
});

it('a navigation waits longer after Retry', async () => {
  const tab = await openTab();
  tab.invalidateRegistry();
  expect(await waitedMs(tab.revalidateRegistry())).toBe(2_000);
});

it('asks for releases every 20 seconds, but not while it is told what is live', async () => {
  const tab = await openTab();
  const stop = tab.pollRegistry();
  vi.advanceTimersByTime(20_000);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  respond();
  await vi.advanceTimersByTimeAsync(0);
  for (let beat = 0; beat < 10; beat += 1) {
    tab.live.beat();
    tab.confirmRegistry(2);
    vi.advanceTimersByTime(25_000);
  }
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(await waitedMs(tab.revalidateRegistry())).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(fetchMock.mock.calls.length).toBeGreaterThan(1);
  stop();
});

it('fetches the registry once when it is told that another one is live', async () => {
  const tab = await openTab();
  tab.live.beat();
  tab.confirmRegistry(undefined);
  tab.confirmRegistry(1);
  expect(fetchMock).not.toHaveBeenCalled();
  tab.confirmRegistry(2);
  tab.confirmRegistry(2);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.liveRevision()).toBe(2);
});
