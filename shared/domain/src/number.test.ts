import { describe, expect, it } from 'vitest';
import { formatBytes, formatNumber, formatPercent, formatSignedNumber } from './number.ts';

describe('numbers', () => {
  it('have thousands separators and at most three decimals', () => {
    expect([0, 999, 1234567, -1234.5, 0.12345].map(formatNumber)).toEqual(['0', '999', '1,234,567', '-1,234.5', '0.123']);
  });

  it('show the sign of a difference, and none for zero', () => {
    expect([1200, -300, 0].map(formatSignedNumber)).toEqual(['+1,200', '-300', '0']);
  });

  it('are percentages as given', () => {
    expect([12.5, 100].map(formatPercent)).toEqual(['12.5%', '100%']);
  });

  it('are sizes in units of 1,024', () => {
    expect([0, 1023, 1024, 1536, 1024 ** 2, 1024 ** 3].map(formatBytes)).toEqual([
      '0 Bytes',
      '1023 Bytes',
      '1 KB',
      '1.5 KB',
      '1 MB',
      '1 GB',
    ]);
  });
});
