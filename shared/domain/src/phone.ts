import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A phone number in E.164 (`+254712345678`), read as people write it; numbers without a country are Kenyan. Null for what is no number that
 * could be called, such as one that a spreadsheet shortened to `2.54712E+11`.
 */
export function normalizePhone(written: string): string | null {
  const text = written
    .normalize('NFKC')
    .trim()
    .replace(/^00(?=[1-9])/, '+')
    .replace(/^254(?=\d{9}$)/, '+254');
  if (!/^\+?[\d\s().-]+$/.test(text)) return null;
  const number = parsePhoneNumberFromString(text, 'KE');
  return number?.isPossible() && number.isValid() ? number.number : null;
}
