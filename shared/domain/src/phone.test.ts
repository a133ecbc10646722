import { expect, it } from 'vitest';
import { normalizePhone, readablePhone } from './phone.ts';

it.each([
  '254712000406',
  '+254712000406',
  '0712000406',
  '712000406',
  '0712 000 406',
  '+254 (0)712 000 406',
  '0712-000-406',
  '0712.000.406',
])('reads %s as one number', (written) => {
  expect(normalizePhone(written)).toBe('+254712000406');
});

it('reads numbers of other countries and of the newer Kenyan networks', () => {
  expect(normalizePhone('+255 754 000 111')).toBe('+255754000111');
  expect(normalizePhone('00255754000111')).toBe('+255754000111');
  expect(normalizePhone('0110 000 405')).toBe('+254110000405');
});

it.each(['2.54712E+11', '2,54712E+11', '#N/A', '0', '', 'O712000411', 'Mother 0712 000 409', '0712 000 407 / 0722 000 408', '07120004'])(
  'takes %o for no number',
  (written) => {
    expect(normalizePhone(written)).toBeNull();
  },
);

it.each([
  ['0712 345 678', '+254 712 345678'],
  ['00254712345678', '+254 712 345678'],
  ['+254 (0)712 345 678', '+254 712 345678'],
  ['\uFEFF+254 712 345 678 ', '+254 712 345 678'],
  ['020 271 3000', '+254 20 2713000'],
  ['12345', null],
])('shows %j as %j', (written, shown) => expect(readablePhone(written)).toBe(shown));
