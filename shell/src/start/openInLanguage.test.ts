import { afterEach, expect, it, vi } from 'vitest';
import { openInLanguage } from './openInLanguage.inline.ts';

const replace = vi.fn();
function open(address: string, { cookie = '', languages = ['en-KE'] }: { cookie?: string; languages?: string[] }) {
  const { pathname, search, hash } = new URL(address, 'https://masomo.test');
  vi.stubGlobal('location', { pathname, search, hash, replace });
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('document', { cookie });
  replace.mockReset();
  openInLanguage('language', ['sw']);
  return replace.mock.calls.flat();
}
afterEach(() => {
  vi.unstubAllGlobals();
});

it('opens an address in the language that the reader chose', () => {
  expect(open('/store?q=a#cart', { cookie: 'a=b; language=sw' })).toEqual(['/sw/store?q=a#cart']);
  expect(open('/', { cookie: 'language=sw' })).toEqual(['/sw']);
  expect(open('/', { cookie: 'language=en', languages: ['sw'] })).toEqual([]);
});

it("takes the first of the browser's languages that the product has", () => {
  expect(open('/pricing', { languages: ['fr', 'sw-KE', 'en'] })).toEqual(['/sw/pricing']);
  expect(open('/pricing', { languages: ['fr', 'en-GB', 'sw'] })).toEqual([]);
  expect(open('/pricing', { languages: ['fr'] })).toEqual([]);
});

it('leaves an address that names its language', () => {
  expect(open('/sw/pricing', { cookie: 'language=en' })).toEqual([]);
});
