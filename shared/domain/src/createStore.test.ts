import { expect, it, vi } from 'vitest';
import { createStore } from './createStore.ts';

it('holds a value and notifies its subscribers until they unsubscribe', () => {
  const store = createStore(1);
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  store.set(2);
  expect([store.get(), listener.mock.calls.length]).toEqual([2, 1]);
  unsubscribe();
  store.set(3);
  expect([store.get(), listener.mock.calls.length]).toEqual([3, 1]);
});
