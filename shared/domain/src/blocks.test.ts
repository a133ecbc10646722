import { describe, expect, it } from 'vitest';
import { blockProblems, editableBlocks, parseBlocks, storedBlocks } from './blocks.ts';
import { headingId } from './headingId.ts';

describe('blocks of a page', () => {
  it('keeps what it knows and leaves out the rest', () => {
    const heading = { type: 'heading', text: 'Term dates' };
    expect(parseBlocks([heading, { type: 'marquee' }, { type: 'image', url: 'javascript:x', alt: '' }, null])).toEqual([heading]);
    expect(parseBlocks('text')).toEqual([]);
  });
  it('refuses a call to action that leads to a script', () => {
    expect(parseBlocks([{ type: 'callToAction', title: 'x', label: 'x', href: 'javascript:alert(1)' }])).toEqual([]);
  });
  it('names headings', () => expect(headingId('5. Fees & payment')).toBe('fees-payment'));
});

it('editing keeps what this version does not know, in its place', () => {
  const body = [
    { type: 'heading', level: 2, text: 'Fees' },
    { type: 'marquee', speed: 3 },
    { type: 'image', url: 'javascript:x', alt: '' },
    null,
  ];
  expect(editableBlocks(body).map(({ type }) => type)).toEqual(['heading', 'kept', 'image', 'kept']);
  expect(storedBlocks(editableBlocks(body))).toEqual(body);
});

it('a block without its address can be written on, and is kept from visitors until it has one', () => {
  const unfinished = { type: 'callToAction' as const, title: 'Come', label: 'Go', href: 'htt' };
  expect(editableBlocks([unfinished])).toEqual([unfinished]);
  expect(parseBlocks([unfinished])).toEqual([]);
  expect(blockProblems(unfinished)).toEqual([{ path: 'href', message: 'Use an address starting with https://, / or #' }]);
  expect(blockProblems({ ...unfinished, href: '/demo' })).toEqual([]);
});

it('an opening without a button has no empty address', () => {
  const hero = { type: 'hero' as const, title: 'Come', href: '' };
  expect(blockProblems(hero)).toEqual([]);
  expect(parseBlocks([hero])).toEqual([{ type: 'hero', title: 'Come' }]);
});
