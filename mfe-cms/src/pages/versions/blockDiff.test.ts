import { expect, it } from 'vitest';
import { richTextOf } from '@masomo/domain/richText';
import { diffBlocks } from './blockDiff.ts';

const heading = { type: 'heading' as const, text: 'Fees' };
const text = { type: 'richText' as const, text: richTextOf('Pay by the fifth.') };

it('leaves out equal blocks', () => expect(diffBlocks([heading, text], [{ ...heading }, { ...text }])).toEqual([]));

it('lists the words of a changed block', () => {
  expect(diffBlocks([heading, text], [heading, { ...text, text: richTextOf('Pay by the tenth.') }])).toEqual([
    {
      name: 'Text',
      kind: 'changed',
      textChanges: [
        { text: 'Pay by the ', kind: 'same' },
        { text: 'fifth', kind: 'removed' },
        { text: 'tenth', kind: 'added' },
        { text: '.', kind: 'same' },
      ],
    },
  ]);
});

it('lists added and removed blocks', () => {
  expect(diffBlocks([heading], [text]).map(({ name, kind }) => [name, kind])).toEqual([
    ['Heading', 'removed'],
    ['Text', 'added'],
  ]);
  expect(diffBlocks([], [heading]).map(({ kind }) => kind)).toEqual(['added']);
});

it('reports a change of formatting with the same words', () => {
  const bold = {
    ...text,
    text: {
      type: 'doc' as const,
      content: [
        { type: 'paragraph' as const, content: [{ type: 'text' as const, marks: [{ type: 'bold' as const }], text: 'Pay by the fifth.' }] },
      ],
    },
  };
  expect(diffBlocks([text], [bold])).toEqual([
    { name: 'Text', kind: 'changed', textChanges: [{ text: 'Pay by the fifth.', kind: 'same' }] },
  ]);
});
