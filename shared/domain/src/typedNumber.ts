/** Signs that are not seen: soft hyphens, zero-width signs, marks of direction, the byte-order mark. */
const invisible = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Text in its plain form: full-width letters and digits become ASCII, what is not seen is dropped. */
function plain(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').trim();
}

/**
 * The number somebody typed or pasted: `12500`, `12,500`, `12 500.50`, `KES 12,500`, `12,5` (a decimal comma), `12.500,50`.
 * NaN for anything else, an empty text included; `12.500` is twelve and a half, as the product writes it itself.
 */
export function typedNumber(typed: string): number {
  const text = plain(typed)
    .replace(/^(?:kes|kshs?|sh)\.?\s*/i, '')
    .replace(/\s*\/[=-]$/, '')
    .replace(/^[−–]/, '-')
    .replace(/(?<=\d)['’\s](?=\d)/g, '');
  const [, sign = '', digits = ''] = /^(-?)(\d[\d.,]*)$/.exec(text) ?? [];
  if (/^\d+(?:\.\d+)?$/.test(digits)) return Number(sign + digits);
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return Number(sign + digits.replaceAll(',', ''));
  if (/^\d+,\d{1,2}$/.test(digits)) return Number(sign + digits.replace(',', '.'));
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(digits))
    return Number(sign + digits.replaceAll('.', '').replace(',', '.'));
  return Number.NaN;
}

/** A code as it is compared: without the spaces, hyphens and dots that apps, mails and people put between its parts. */
export function typedCode(typed: string): string {
  return plain(typed).replace(/[\s.\-–—_]/g, '');
}
