import { expect, it } from 'vitest';
import { inLanguage, languageOf, withoutLanguage } from './languages.ts';

it.each([
  ['/', '/sw'],
  ['/pricing', '/sw/pricing'],
  ['/?term=2', '/sw?term=2'],
  ['/store#cart', '/sw/store#cart'],
  ['/swahili', '/sw/swahili'],
])('%s is %s in Swahili', (english, swahili) => {
  expect(inLanguage(english, 'sw')).toBe(swahili);
  expect(inLanguage(swahili, 'sw')).toBe(swahili);
  expect(inLanguage(swahili, 'en')).toBe(english);
  expect(withoutLanguage(swahili)).toBe(english);
  expect(withoutLanguage(english)).toBe(english);
  expect([languageOf(english), languageOf(swahili)]).toEqual(['en', 'sw']);
});
