import { expect, it } from 'vitest';
import { readPastedBlock } from './readPastedBlock.ts';

it.each([
  ['17\r\n15.5\r\n', [['17'], ['15.5']]],
  [
    '"Chebet\nCherono"\t19\n\t20',
    [
      ['Chebet\nCherono', '19'],
      ['', '20'],
    ],
  ],
  ['"O""Neil" Jane\t\u00A018\u00A0', [['"O""Neil" Jane', '18']]],
  [
    '"not closed\t1\nother\t2',
    [
      ['"not closed', '1'],
      ['other', '2'],
    ],
  ],
  ['\n13', [[''], ['13']]],
  ['17,5', [['17,5']]],
])('reads %j', (text, rows) => {
  expect(readPastedBlock(text)).toEqual(rows);
});
