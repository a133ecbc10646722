import { describe, expect, it } from 'vitest';
import { parseBlocks } from './blocks.ts';
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
