import { describe, expect, it } from 'vitest';
import { isOpen } from './businessHours.ts';
import { defaultExchangeRate, formatRate, isRateStale, parseCurrency, parseStoredRate, rateAge } from './currency.ts';
import { inEnglish } from './sentences.ts';
import { filterFaqs } from './faq.ts';
import { translatedGroup } from './siteSettings.ts';

const hour = 3_600_000;

describe('business hours', () => {
  const office = { days: [1, 2, 3, 4, 5], opensAt: 7 * 60, closesAt: 17 * 60 };
  it('are those of Nairobi', () => {
    expect(isOpen(office, new Date('2026-11-20T03:59:00Z'))).toBe(false);
    expect(isOpen(office, new Date('2026-11-20T04:00:00Z'))).toBe(true);
    expect(isOpen(office, new Date('2026-11-20T13:59:00Z'))).toBe(true);
    expect(isOpen(office, new Date('2026-11-20T14:00:00Z'))).toBe(false);
  });
  it('exclude weekends, also while it is still Friday in another time zone', () => {
    expect(isOpen(office, new Date('2026-11-21T09:00:00Z'))).toBe(false);
    expect(isOpen({ ...office, opensAt: 0 }, new Date('2026-11-20T21:30:00Z'))).toBe(false);
  });
});

describe('currency', () => {
  it('falls back to shillings and to no rate', () => {
    expect(parseCurrency('USD')).toBe('USD');
    expect(parseCurrency('EUR')).toBe('KES');
    expect(parseStoredRate('129.5', '1000')).toEqual({ kesPerUsd: 129.5, fetchedAt: 1000 });
    for (const rate of [null, '', '0', '-3', 'abc', 'Infinity']) expect(parseStoredRate(rate, '1000')).toBeUndefined();
  });
  it('shows two decimals and the age', () => {
    expect(formatRate({ kesPerUsd: 129.789, fetchedAt: 0 })).toBe('1 USD = 129.79 KES');
    expect(formatRate(defaultExchangeRate)).toBe('1 USD = 130.00 KES');
    const age = (now: number) => inEnglish(rateAge({ kesPerUsd: 1, fetchedAt: 0 }, now));
    expect([age(60_000), age(5 * 60_000), age(3 * hour)]).toEqual(['updated 1 minute ago', 'updated 5 minutes ago', 'updated 3 hours ago']);
    expect(inEnglish(rateAge(defaultExchangeRate, 0))).toBe('standard rate');
  });
  it('is stale after an hour', () => {
    expect(isRateStale({ kesPerUsd: 1, fetchedAt: 0 }, hour)).toBe(false);
    expect(isRateStale({ kesPerUsd: 1, fetchedAt: 0 }, hour + 1)).toBe(true);
    expect(isRateStale(defaultExchangeRate, 0)).toBe(true);
  });
});

describe('questions', () => {
  const items = [
    { category: 'General', question: 'What is it?', answer: 'A school system.' },
    { category: 'Security', question: 'Is it safe?', answer: 'Backups every night.' },
  ];
  it('match category and every word, in question or answer', () => {
    expect(filterFaqs(items, 'All Questions', '')).toHaveLength(2);
    expect(filterFaqs(items, 'Security', '')).toHaveLength(1);
    expect(filterFaqs(items, 'All Questions', 'NIGHT backups')).toEqual([items[1]]);
    expect(filterFaqs(items, 'General', 'backups')).toEqual([]);
  });
});

describe('a group of settings in another language', () => {
  const hours = { office: { label: 'Mon-Fri', opensAt: 420 }, chat: { label: 'Daily', opensAt: 480 } };
  it('has its translated texts, and marks those that are still English', () => {
    expect(translatedGroup('hours', hours, { chat: { label: 'Kila siku' } })).toEqual({
      office: { label: 'Mon-Fri', opensAt: 420, lang: 'en' },
      chat: { label: 'Kila siku', opensAt: 480 },
    });
    expect(translatedGroup('brand', { name: 'Masomo', tagline: 'For schools' }, undefined)).toMatchObject({ lang: 'en' });
    expect(translatedGroup('brand', { name: 'Masomo', tagline: 'For schools' }, { tagline: 'Kwa shule' })).toEqual({
      name: 'Masomo',
      tagline: 'Kwa shule',
    });
    expect(translatedGroup('announcement', { text: 'Open day', isShown: true }, {})).toMatchObject({ text: 'Open day', lang: 'en' });
    expect(translatedGroup('social', [{ label: 'X' }], undefined)).toEqual([{ label: 'X' }]);
  });
});
