import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRichText } from '@masomo/domain/richText';
import { documentOf, textOf } from './richTextDocument.ts';

it.each(['One paragraph with **bold**, *italic* and a [link](/pricing).', '- first\n- **second**\n\n1. a\n2. b', 'Two\n\nparagraphs', ''])(
  'stores %j as it was read',
  (text) => expect(textOf(documentOf(text))).toBe(text),
);

it('keeps signs that were typed as signs', () => {
  const typed = {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: '2 * 3 * 4 [see](/x) \\ **no**' }] },
      { type: 'paragraph', content: [{ type: 'text', text: '- no list' }] },
      { type: 'paragraph', content: [{ type: 'text', text: '1. no list' }] },
    ],
  };
  expect(documentOf(textOf(typed))).toEqual(typed);
});

const inline = fc.record({
  text: fc.string({ minLength: 1, maxLength: 20 }).filter((text) => /\S/.test(text)),
  mark: fc.constantFrom(undefined, 'bold', 'italic'),
});
it('reads the same words back, whatever was typed', () => {
  fc.assert(
    fc.property(fc.array(fc.array(inline, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }), (paragraphs) => {
      const document = {
        type: 'doc',
        content: paragraphs.map((inlines) => ({
          type: 'paragraph',
          content: inlines.map(({ text, mark }) => ({ type: 'text', text: `${text} .`, ...(mark ? { marks: [{ type: mark }] } : {}) })),
        })),
      };
      const squeeze = (words: string) => words.replace(/\s+/g, '');
      const read = parseRichText(textOf(document)).map((block) =>
        squeeze(block.kind === 'paragraph' ? block.inlines.map(({ text }) => text).join('') : 'a list'),
      );
      expect(read).toEqual(paragraphs.map((inlines) => squeeze(inlines.map(({ text }) => `${text} .`).join(''))));
    }),
  );
});
