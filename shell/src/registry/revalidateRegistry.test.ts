// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { productRegistry } from '../testing/productRegistry.ts';

let revision = 1;
let answer: () => void;
const ask = vi.fn(
  () =>
    new Promise<Response>((resolve) => {
      answer = () => resolve(Response.json(productRegistry(revision)));
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
  const [{ registryStore }, registry] = await Promise.all([import('./registryStore.ts'), import('./revalidateRegistry.ts')]);
  await registry.startRegistry();
  return { ...registry, liveRevision: () => registryStore.get().revision };
}

/** Milliseconds a navigation is held up when the answer never comes. */
async function heldUp(navigation: Promise<void>): Promise<number> {
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
  vi.stubGlobal('fetch', ask);
  ask.mockClear();
  revision = 2;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks nothing right after an answer', async () => {
  const tab = await openTab();
  vi.advanceTimersByTime(1_999);
  expect(await heldUp(tab.revalidateRegistry())).toBe(0);
  expect(ask).not.toHaveBeenCalled();
});

it('asks only whether the registry of the document is still the one', async () => {
  const tab = await openTab();
  void tab.refreshRegistry();
  expect(ask).toHaveBeenCalledWith('/registry.json', expect.objectContaining({ headers: { 'If-None-Match': '"r1"' } }));
  answer();
});

it('asks without holding up a navigation while the tab polls', async () => {
  const tab = await openTab();
  vi.advanceTimersByTime(19_000);
  expect(await heldUp(tab.revalidateRegistry())).toBe(0);
  expect(ask).toHaveBeenCalledTimes(1);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.liveRevision()).toBe(2);
});

it('asks when somebody points at a link, and a navigation takes the answer that is on its way', async () => {
  const tab = await openTab();
  vi.advanceTimersByTime(5_000);
  tab.revalidateOnIntent();
  const navigation = tab.revalidateRegistry().then(() => tab.liveRevision());
  answer();
  expect(await navigation).toBe(2);
  expect(ask).toHaveBeenCalledTimes(1);
});

it.each([
  ['an answer on its way', 5_000, true, 250],
  ['a tab that slept', 60_000, false, 400],
] as const)('is held up by %s no longer than it should', async (_, age, isAsked, limit) => {
  const tab = await openTab();
  vi.advanceTimersByTime(age);
  if (isAsked) tab.revalidateOnIntent();
  expect(await heldUp(tab.revalidateRegistry())).toBe(limit);
});

it('is held up longer for whoever retries', async () => {
  const tab = await openTab();
  tab.invalidateRegistry();
  expect(await heldUp(tab.revalidateRegistry())).toBe(2_000);
});
