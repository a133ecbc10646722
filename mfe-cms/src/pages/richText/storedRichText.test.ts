// @vitest-environment jsdom
import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, expect, it } from 'vitest';
import { parseBlocks, editableBlocks } from '@masomo/domain/blocks';
import { emptyRichText, maxListDepth, plainText, richTextOf } from '@masomo/domain/richText';
import { richTextSample } from '@masomo/testing/richTextSample';
import { extensions } from './extensions.ts';
import { storedRichText } from './storedRichText.ts';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());
function editing(content: JSONContent | string): Editor {
  editor = new Editor({ extensions, content });
  return editor;
}
const paragraph = (text?: string): JSONContent => ({ type: 'paragraph', ...(text ? { content: [{ type: 'text', text }] } : {}) });

it('stores what the editor was given, with the same JSON', () => {
  const stored = storedRichText(editing(richTextSample).getJSON());
  expect(JSON.stringify(stored)).toBe(JSON.stringify(richTextSample));
  const block = { type: 'richText' as const, text: stored };
  expect(JSON.stringify(editableBlocks([block]))).toBe(JSON.stringify([block]));
  expect(parseBlocks([block])).toEqual([block]);
});

it('keeps bold and italic of the same words', () => {
  const text = editing('<p>both</p>');
  text.chain().selectAll().toggleBold().toggleItalic().run();
  expect(storedRichText(text.getJSON()).content).toEqual([
    { type: 'paragraph', content: [{ type: 'text', marks: [{ type: 'bold' }, { type: 'italic' }], text: 'both' }] },
  ]);
});

it('nests lists as the editor does', () => {
  const text = editing('<ul><li><p>outer</p></li><li><p>inner</p></li></ul>');
  text.chain().setTextSelection(12).sinkListItem('listItem').run();
  expect(storedRichText(text.getJSON()).content).toMatchObject([
    {
      type: 'bulletList',
      content: [{ content: [{ type: 'paragraph' }, { type: 'bulletList', content: [{ content: [{ type: 'paragraph' }] }] }] }],
    },
  ]);
});

it('flattens lists nested deeper than a page may have them', () => {
  let list = paragraph('deepest');
  for (let depth = 0; depth < maxListDepth + 3; depth += 1)
    list = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(`level ${depth}`), list] }] };
  const text = storedRichText({ type: 'doc', content: [list] });
  expect(parseBlocks([{ type: 'richText', text }])).toHaveLength(1);
  expect(plainText(text).split('\n')).toHaveLength(maxListDepth + 4);
});

it('drops unsafe links and pasted markup, and keeps the text', () => {
  const text = editing(
    '<h1>Title</h1><p><a href="javascript:alert(1)">a</a> <a href="/fees" onclick="x()">fees</a><img src=x onerror=y> <script>z</script></p>',
  );
  expect(storedRichText(text.getJSON()).content).toEqual([
    paragraph('Title'),
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'a ' },
        { type: 'text', marks: [{ type: 'link', attrs: { href: '/fees' } }], text: 'fees' },
      ],
    },
  ]);
  const unsafe = { type: 'text', marks: [{ type: 'link', attrs: { href: 'data:text/html,x' } }], text: 'a' };
  expect(storedRichText({ type: 'doc', content: [{ type: 'paragraph', content: [unsafe] }] })).toEqual(richTextOf('a'));
});

it('leaves out empty paragraphs and list items', () => {
  const empty: JSONContent = {
    type: 'doc',
    content: [paragraph(), { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph()] }] }],
  };
  expect(storedRichText(empty)).toEqual(emptyRichText);
  expect(storedRichText({ type: 'doc', content: [paragraph('a'), paragraph(), paragraph('b')] }).content).toHaveLength(2);
});
