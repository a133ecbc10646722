import type { JSONContent } from '@tiptap/core';
import { parseRichText, type Inline } from '@masomo/domain/richText';

type Mark = NonNullable<JSONContent['marks']>[number];

function nodesOf(inlines: readonly Inline[]): JSONContent[] {
  return inlines.flatMap((inline): JSONContent[] => {
    if (!inline.text) return [];
    if (inline.kind === 'text') return [{ type: 'text', text: inline.text }];
    const mark: Mark = inline.kind === 'link' ? { type: 'link', attrs: { href: inline.href } } : { type: inline.kind };
    return [{ type: 'text', text: inline.text, marks: [mark] }];
  });
}

const paragraph = (inlines: readonly Inline[]): JSONContent => ({ type: 'paragraph', content: nodesOf(inlines) });

/** The stored text as the editor's document. */
export function documentOf(text: string): JSONContent {
  const content = parseRichText(text).map((block): JSONContent =>
    block.kind === 'paragraph'
      ? paragraph(block.inlines)
      : {
          type: block.isOrdered ? 'orderedList' : 'bulletList',
          content: block.items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
        },
  );
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

function wordsOf(node: JSONContent): string {
  const plain = (node.text ?? '').replace(/\r?\n/g, ' ');
  const [mark] = node.marks ?? [];
  const href = mark?.type === 'link' ? String(mark.attrs?.['href'] ?? '') : '';
  // Marks stand next to words, never next to spaces.
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/.exec(plain) ?? [];
  if (!inner || !mark) return escaped(plain);
  if (mark.type === 'bold') return `${before}**${escaped(inner)}**${after}`;
  if (mark.type === 'italic') return `${before}*${escaped(inner)}*${after}`;
  if (href) return `${before}[${escaped(inner)}](${href.replace(/[()\s]/g, encodeURIComponent)})${after}`;
  return escaped(plain);
}

// Signs that would read as marks were typed as signs.
const escaped = (words: string) => words.replace(/[\\*[\]]/g, '\\$&');

/** A line that would open a list although it is none. */
const opensList = /^([-*]|\d+\.)(?= )/;
const lineOf = (node: JSONContent, isItem = false) => {
  const line = (node.content ?? []).map(wordsOf).join('').trim();
  return isItem ? line : line.replace(opensList, '\\$1');
};

function itemsOf(list: JSONContent): string[] {
  return (list.content ?? [])
    .flatMap((item) => (item.content ?? []).flatMap((child) => (child.type === 'paragraph' ? [lineOf(child, true)] : itemsOf(child))))
    .filter(Boolean);
}

/** The editor's document as the text to store. */
export function textOf(document: JSONContent): string {
  return (document.content ?? [])
    .map((node) => {
      if (node.type === 'bulletList')
        return itemsOf(node)
          .map((item) => `- ${item}`)
          .join('\n');
      if (node.type === 'orderedList')
        return itemsOf(node)
          .map((item, at) => `${at + 1}. ${item}`)
          .join('\n');
      return lineOf(node);
    })
    .filter(Boolean)
    .join('\n\n');
}
