import { afterEach, expect, it, vi } from 'vitest';
import { copyText, integrityOf, isSecurePage, mediaDevices, newId, startServiceWorker } from './secureContext.ts';

afterEach(() => void vi.unstubAllGlobals());

/** What a browser has at http://school.lan. */
const stubPlainPage = () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('isSecureContext', false);
};

it('makes ids of the same form without https, no two the same', () => {
  stubPlainPage();
  const ids = Array.from({ length: 1_000 }, newId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(1_000);
});

it('does without what only pages with https have', async () => {
  stubPlainPage();
  expect(mediaDevices()).toBeUndefined();
  expect(await integrityOf(new ArrayBuffer(1))).toBeUndefined();
  await startServiceWorker('/sw.js');
  expect(isSecurePage()).toBe(false);
});

it.each([true, false])('copies by the old way without https, and says whether that worked: %s', async (isAllowed) => {
  stubPlainPage();
  const field = { style: {}, select: vi.fn(), remove: vi.fn() };
  vi.stubGlobal('document', {
    createElement: () => field,
    body: { append: vi.fn() },
    activeElement: null,
    execCommand: () => isAllowed,
  });
  vi.stubGlobal('HTMLElement', class {});
  const copied = copyText('0712 345 678');
  if (isAllowed) await copied;
  else await expect(copied).rejects.toThrow('does not let this page copy');
  expect(field).toMatchObject({ value: '0712 345 678' });
  expect(field.remove).toHaveBeenCalledOnce();
});
