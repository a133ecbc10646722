import { expect, test } from 'vitest';
import { createSpareWorkers } from './spareWorkers.ts';

function worker() {
  let isRunning = true;
  return {
    isAlive: () => isRunning,
    terminate: async () => {
      isRunning = false;
    },
    call: () => Promise.reject(new Error('Nobody calls it.')),
  };
}

test('a thread waits for its own function, the last one is taken first, and one that died is not taken', async () => {
  const spares = createSpareWorkers(5, 60_000);
  const [first, second, dead, other] = [worker(), worker(), worker(), worker()];
  for (const each of [first, second, dead]) spares.keep('mails', each);
  spares.keep('invoices', other);
  await dead.terminate();
  expect([spares.take('mails'), spares.take('mails'), spares.take('mails')]).toEqual([second, first, undefined]);
  expect(first.isAlive()).toBe(true);
  await spares.stop();
  expect([other.isAlive(), second.isAlive()]).toEqual([false, true]);
});

test('of all functions together only so many wait: the one that has waited longest ends', async () => {
  const spares = createSpareWorkers(2, 60_000);
  const threads = ['a', 'b', 'c'].map((entry) => ({ entry, thread: worker() }));
  for (const { entry, thread } of threads) spares.keep(entry, thread);
  expect(threads.map(({ thread }) => thread.isAlive())).toEqual([false, true, true]);
  await spares.stop();
});

test('a thread that waits too long ends', async () => {
  const spares = createSpareWorkers(2, 20);
  const late = worker();
  spares.keep('a', late);
  await expect.poll(late.isAlive).toBe(false);
  expect(spares.take('a')).toBeUndefined();
});
