import { describe, expect, it } from 'vitest';
import { editableBlocks, parseBlocks, storedBlocks } from './blocks.ts';
import { headingId } from './richText.ts';

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
  const body = [{ type: 'heading', level: 2, text: 'Fees' }, { type: 'marquee', speed: 3 }, { type: 'image', url: 'javascript:x', alt: '' }, null];
  expect(editableBlocks(body).map(({ type }) => type)).toEqual(['heading', 'kept', 'kept', 'kept']);
  expect(storedBlocks(editableBlocks(body))).toEqual(body);
});
