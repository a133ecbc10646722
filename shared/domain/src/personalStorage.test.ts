// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { clearPersonalStorage, personalStorage, personalStorageKey } from './personalStorage.ts';

afterEach(() => window.localStorage.clear());

it('is removed with what modules keep, and nothing else is', () => {
  const draft = personalStorageKey('module:library', 'draft');
  for (const key of [draft, personalStorage.cart, 'masomo-language']) window.localStorage.setItem(key, 'a');
  const removed: (string | null)[] = [];
  const onStorage = ({ key }: StorageEvent) => removed.push(key);
  window.addEventListener('storage', onStorage);
  clearPersonalStorage();
  window.removeEventListener('storage', onStorage);
  expect(Object.keys(window.localStorage)).toEqual(['masomo-language']);
  expect(removed.sort()).toEqual([draft, personalStorage.cart].sort());
});
