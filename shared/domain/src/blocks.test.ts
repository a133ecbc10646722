import { describe, expect, it } from 'vitest';
import { blockProblems, editableBlocks, parseBlocks, storedBlocks } from './blocks.ts';
import { maxRichTextLength, richTextOf } from './richText.ts';

describe('blocks of a page', () => {
  it('parses known block types and drops the others', () => {
    const heading = { type: 'heading', text: 'Term dates' };
    expect(parseBlocks([heading, { type: 'marquee' }, { type: 'image', url: 'javascript:x', alt: '' }, null])).toEqual([heading]);
    expect(parseBlocks('text')).toEqual([]);
  });
  it('refuses a call to action with a script URL', () => {
    expect(parseBlocks([{ type: 'callToAction', title: 'x', label: 'x', href: 'javascript:alert(1)' }])).toEqual([]);
  });
});

it('preserves blocks of another version at their position during editing', () => {
  const body = [
    { type: 'heading', level: 2, text: 'Fees' },
    { type: 'marquee', speed: 3 },
    { type: 'image', url: 'javascript:x', alt: '' },
    null,
  ];
  expect(editableBlocks(body).map(({ type }) => type)).toEqual(['heading', 'unknown', 'image', 'unknown']);
  expect(storedBlocks(editableBlocks(body))).toEqual(body);
});

it('an incomplete block can be edited, and is hidden from visitors until its address is set', () => {
  const unfinished = { type: 'callToAction' as const, title: 'Come', label: 'Go', href: 'htt' };
  expect(editableBlocks([unfinished])).toEqual([unfinished]);
  expect(parseBlocks([unfinished])).toEqual([]);
  expect(blockProblems(unfinished)).toEqual([{ path: 'href', message: 'Use an address starting with https://, / or #' }]);
  expect(blockProblems({ ...unfinished, href: '/demo' })).toEqual([]);
});

it('a hero without a button has no empty address', () => {
  const hero = { type: 'hero' as const, title: 'Come', href: '' };
  expect(blockProblems(hero)).toEqual([]);
  expect(parseBlocks([hero])).toEqual([{ type: 'hero', title: 'Come' }]);
});

it('a text with an unsafe link or too many characters can be edited, and is hidden from visitors', () => {
  const link = (href: string) => ({
    type: 'richText' as const,
    text: {
      type: 'doc' as const,
      content: [
        {
          type: 'paragraph' as const,
          content: [{ type: 'text' as const, marks: [{ type: 'link' as const, attrs: { href } }], text: 'here' }],
        },
      ],
    },
  });
  const tooLong = { type: 'richText' as const, text: richTextOf('x'.repeat(maxRichTextLength + 1)) };
  for (const block of [link('javascript:alert(1)'), tooLong]) {
    expect(editableBlocks([block])).toEqual([block]);
    expect(parseBlocks([block])).toEqual([]);
  }
  expect(blockProblems(link('javascript:alert(1)'))).toEqual([
    { path: 'text.content.0.content.0.marks.0.attrs.href', message: 'Use an address starting with https://, / or #' },
  ]);
  expect(blockProblems(tooLong)).toEqual([{ path: 'text', message: 'Use at most 20,000 characters' }]);
  expect(parseBlocks([link('/pricing')])).toEqual([link('/pricing')]);
});
