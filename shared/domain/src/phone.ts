import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';

/**
 * A phone number in E.164 (`+254712345678`), read as people write it; numbers without a country are Kenyan. Null for what is no number that
 * could be called, such as one that a spreadsheet shortened to `2.54712E+11`.
 */
export function normalizePhone(written: string): string | null {
  return parsePhone(written)?.number ?? null;
}

/** A phone number with its country, as it is kept and shown: `+254 712 345678`; one that has it already keeps its groups. Null as for `normalizePhone`. */
export function readablePhone(written: string): string | null {
  const phone = parsePhone(written);
  if (!phone) return null;
  return written.replace(/[\s().-]/g, '') === phone.number ? written.trim() : phone.formatInternational();
}

function parsePhone(written: string): PhoneNumber | null {
  const text = written
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^00(?=[1-9])/, '+')
    .replace(/^(\+?\d{9,13})[.,]0$/, '$1')
    .replace(/^254(?=\d{9}$)/, '+254');
  if (!/^\+?[\d\s().-]+$/.test(text)) return null;
  const number = parsePhoneNumberFromString(text, 'KE');
  return number?.isPossible() && number.isValid() ? number : null;
}
