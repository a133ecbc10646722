// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toDataError } from '@masomo/data';
import { loadTexts, setLanguage } from '@masomo/i18n';
import { compileCatalogue } from '../build/messages/compileCatalogue.ts';

/** An answer of the gateway to what a function refused. */
const refused = (code: string, sentence: string, args: unknown, message: string) =>
  toDataError({ code: 'P0001', hint: code, message, details: 'amount', sentence, args }, 400);

beforeEach(async () => {
  document.documentElement.lang = 'sw';
  setLanguage('sw');
  await loadTexts({ sw: async () => ({ default: compileCatalogue(['shared/data/src/errors.ts'], 'sw') }) });
});
afterEach(() => {
  document.documentElement.lang = 'en';
  setLanguage('en');
});

test.each([
  ['form.too_long', 'Use at most {limit} characters.', { limit: 2000 }, 'Tumia herufi zisizozidi 2,000.', 'Use at most 2,000 characters.'],
  [
    'fee.credit_too_much',
    'Only {amount} of this charge is left to credit.',
    { amount: { amount: 12500, currency: 'KES' } },
    'Ni KES 12,500 tu ya tozo hii iliyobaki kupunguzwa.',
    'Only KES 12,500 of this charge is left to credit.',
  ],
  [
    'licence.expired',
    'This key ended on {day}. Renew the licence and enter its new key.',
    { day: { day: '2026-12-05' } },
    'Ufunguo huu uliisha 5 Des 2026. Huisha leseni na uweke ufunguo wake mpya.',
    'This key ended on 5 Dec 2026. Renew the licence and enter its new key.',
  ],
  [
    'class.not_empty',
    '{students, plural, one {# student is} other {# students are}} in this class. Move them to another class first.',
    { students: 1 },
    'Darasa hili lina mwanafunzi 1. Mhamishie kwanza darasa lingine.',
    '1 student is in this class. Move them to another class first.',
  ],
])('%s is said in the reader’s language with its values', (code, sentence, args, swahili, english) => {
  expect(refused(code, sentence, args, english)).toMatchObject({ code, field: 'amount', userMessage: swahili });
  document.documentElement.lang = 'en';
  setLanguage('en');
  expect(refused(code, sentence, args, english)).toMatchObject({ code, field: 'amount', userMessage: english });
});

test('a sentence without a translation is said in English, and a finished text of an earlier server as it is', () => {
  expect(refused('a.new_one', 'Nobody translated {what}.', { what: 'this' }, 'Nobody translated this.').userMessage).toBe(
    'Nobody translated this.',
  );
  expect(toDataError({ code: 'P0001', hint: 'a.old_one', message: 'Finished text.', details: 'name' }, 400)).toMatchObject({
    userMessage: 'Finished text.',
    field: 'name',
  });
});
