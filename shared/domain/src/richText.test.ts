import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { emptyRichText, isRichText, maxListDepth, plainText, richTextOf, type RichTextBlock } from './richText.ts';
import { richTextSchema } from './richTextSchema.ts';

const schema = richTextSchema(z.string());
const nestedLists = (depth: number): unknown =>
  depth === 0
    ? { type: 'paragraph', content: [{ type: 'text', text: 'deep' }] }
    : { type: 'bulletList', content: [{ type: 'listItem', content: [nestedLists(depth - 1)] }] };
const documentOf = (...content: unknown[]) => ({ type: 'doc', content });

describe('the stored JSON of rich text', () => {
  it('preserves bold with italic, links and numbered lists, and drops attributes that the editor adds', () => {
    const stored = documentOf(
      {
        type: 'paragraph',
        attrs: { textAlign: null },
        content: [
          {
            type: 'text',
            marks: [{ type: 'link', attrs: { href: '/x', target: '_blank', class: null } }, { type: 'bold' }, { type: 'italic' }],
            text: 'all',
          },
        ],
      },
      {
        type: 'orderedList',
        attrs: { start: 3, type: null },
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'third' }] }] }],
      },
    );
    expect(schema.parse(stored)).toEqual(
      documentOf(
        {
          type: 'paragraph',
          content: [{ type: 'text', marks: [{ type: 'link', attrs: { href: '/x' } }, { type: 'bold' }, { type: 'italic' }], text: 'all' }],
        },
        {
          type: 'orderedList',
          attrs: { start: 3 },
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'third' }] }] }],
        },
      ),
    );
  });

  it.each([
    ['a text alone', 'Plain'],
    ['another node', documentOf({ type: 'image', attrs: { src: '/x' } })],
    ['another mark', documentOf({ type: 'paragraph', content: [{ type: 'text', marks: [{ type: 'code' }], text: 'x' }] })],
    ['an empty text', documentOf({ type: 'paragraph', content: [{ type: 'text', text: '' }] })],
    ['a list item outside a list', documentOf({ type: 'listItem', content: [{ type: 'paragraph' }] })],
    ['too many blocks', documentOf(...Array.from({ length: 2_001 }, () => ({ type: 'paragraph' })))],
    ['lists nested too deeply', documentOf(nestedLists(maxListDepth + 1))],
    ['lists nested without end', documentOf(nestedLists(3_000))],
  ])('refuses %s', (_, value) => expect(schema.safeParse(value).success).toBe(false));

  it('accepts lists of the deepest level', () => expect(schema.safeParse(documentOf(nestedLists(maxListDepth))).success).toBe(true));
});

it('converts to plain text, with a line per paragraph or list item', () => {
  const item = (...content: RichTextBlock[]) => ({ type: 'listItem' as const, content });
  const paragraph = (text: string) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] });
  expect(
    plainText({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Half ' },
            { type: 'text', marks: [{ type: 'bold' }], text: 'past six' },
          ],
        },
        { type: 'paragraph' },
        { type: 'bulletList', content: [item(paragraph('one'), { type: 'orderedList', content: [item(paragraph('inner'))] })] },
      ],
    }),
  ).toBe('Half past six\none\ninner');
  expect(plainText(emptyRichText)).toBe('');
});

it('is distinguished from other values of a block', () => {
  expect([richTextOf('x'), 'x', null, undefined, { type: 'heading' }].map(isRichText)).toEqual([true, false, false, false, false]);
});
