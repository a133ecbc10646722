import { expect, it } from 'vitest';
import { diffBlocks } from './blockDiff.ts';

const heading = { type: 'heading' as const, text: 'Fees' };
const text = { type: 'richText' as const, text: 'Pay by the fifth.' };

it('says nothing of what is equal', () => expect(diffBlocks([heading, text], [{ ...heading }, { ...text }])).toEqual([]));

it('names the words of a changed block', () => {
  expect(diffBlocks([heading, text], [heading, { ...text, text: 'Pay by the tenth.' }])).toEqual([
    {
      name: 'Text',
      kind: 'changed',
      words: [
        { words: 'Pay by the ', kind: 'same' },
        { words: 'fifth', kind: 'removed' },
        { words: 'tenth', kind: 'added' },
        { words: '.', kind: 'same' },
      ],
    },
  ]);
});

it('names blocks that came and went', () => {
  expect(diffBlocks([heading], [text]).map(({ name, kind }) => [name, kind])).toEqual([
    ['Heading', 'removed'],
    ['Text', 'added'],
  ]);
  expect(diffBlocks([], [heading]).map(({ kind }) => kind)).toEqual(['added']);
});
