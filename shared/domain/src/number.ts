import { pageLocale } from './locale.ts';

const formatters = new Map<string, Intl.NumberFormat>();

function formatterFor(kind: 'plain' | 'signed' | 'short', options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = pageLocale();
  const key = `${locale} ${kind}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, options);
    formatters.set(key, formatter);
  }
  return formatter;
}

/** A number with thousands separators and at most three decimals: `1,234.5`. */
export function formatNumber(value: number): string {
  return formatterFor('plain').format(value);
}

/** A difference with its sign: `+1,200`, `-300`, `0`. */
export function formatSignedNumber(value: number): string {
  return formatterFor('signed', { signDisplay: 'exceptZero' }).format(value);
}

/** A number where there is little room, such as at an axis: `950`, `1.2K`, `3.5M`. */
export function formatShortNumber(value: number): string {
  return formatterFor('short', { notation: 'compact' }).format(value);
}

/** A percentage, given in percent and not as a fraction: `12.5%`. */
export function formatPercent(percent: number): string {
  return `${formatNumber(percent)}%`;
}

const byteUnits = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** A size given in bytes, with at most one decimal and units of 1,024: `0 Bytes`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${byteUnits[power]}`;
}
