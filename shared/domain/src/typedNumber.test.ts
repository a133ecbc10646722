import { describe, expect, it } from 'vitest';
import { typedCode, typedNumber } from './typedNumber.ts';

describe('a typed number', () => {
  it.each([
    ['12500', 12_500],
    [' 12,500 ', 12_500],
    ['12 500', 12_500],
    ['12\u00A0500', 12_500],
    ['12\u202F500,50', 12_500.5],
    ['1,234,567.50', 1_234_567.5],
    ['1.234.567', 1_234_567],
    ['12.500,50', 12_500.5],
    ['17,5', 17.5],
    ['17.25', 17.25],
    ['KES 12,500', 12_500],
    ['KSh.12,500/=', 12_500],
    ['\uFF11\uFF12', 12],
    ['\u200B12\uFEFF', 12],
    ['-3', -3],
    ['-12,500', -12_500],
    ['-17,5', -17.5],
    ['-12.500,50', -12_500.5],
    ['\u22123', -3],
    ["12'500", 12_500],
  ])('%j is %d', (typed, number) => expect(typedNumber(typed)).toBe(number));

  it.each(['', ' ', 'abc', '1e3', '0x10', '12,50,0', '1,2,3', '12-5', '..', '2.54E+11', 'Infinity'])('%j is none', (typed) =>
    expect(typedNumber(typed)).toBeNaN(),
  );
});

describe('a typed code', () => {
  it.each([
    ['123 456', '123456'],
    ['123-456\u200B', '123456'],
    [' \uFF11\uFF12\uFF13 456 ', '123456'],
    ['SKL7 X2M9 QP', 'SKL7X2M9QP'],
  ])('%j is %j', (typed, code) => expect(typedCode(typed)).toBe(code));
});
