import type { JSONContent } from '@tiptap/core';
import {
  emptyRichText,
  maxListDepth,
  type RichTextBlock,
  type RichTextDocument,
  type RichTextListItem,
  type RichTextMark,
  type RichTextText,
} from '@masomo/domain/richText';
import { isSafeHref } from '@masomo/domain/safeHref';

/** The editor's document as it is stored: without empty paragraphs, unsafe links and the attributes Tiptap adds, so that equal texts are equal JSON. */
export function storedRichText(document: JSONContent): RichTextDocument {
  const content = blocksOf(document.content, 0);
  return content.length > 0 ? { type: 'doc', content } : emptyRichText;
}

function blocksOf(nodes: readonly JSONContent[] = [], listDepth: number): RichTextBlock[] {
  return nodes.flatMap((node): RichTextBlock[] => {
    switch (node.type) {
      case 'paragraph': {
        const content = (node.content ?? []).flatMap(textOf);
        return content.some(({ text }) => text.trim()) ? [{ type: 'paragraph', content }] : [];
      }
      case 'bulletList':
      case 'orderedList': {
        const content = itemsOf(node, listDepth + 1);
        if (content.length === 0) return [];
        if (node.type === 'bulletList') return [{ type: 'bulletList', content }];
        const start: unknown = node.attrs?.['start'];
        return [
          typeof start === 'number' && start !== 1 ? { type: 'orderedList', attrs: { start }, content } : { type: 'orderedList', content },
        ];
      }
      default:
        return [];
    }
  });
}

/** The items of a list; those of a list nested too deeply follow their parent instead. */
function itemsOf(list: JSONContent, listDepth: number): RichTextListItem[] {
  return (list.content ?? []).flatMap((item) => {
    const children = item.content ?? [];
    const isTooDeep = (child: JSONContent) => child.type !== 'paragraph' && listDepth >= maxListDepth;
    const content = blocksOf(
      children.filter((child) => !isTooDeep(child)),
      listDepth,
    );
    return [
      ...(content.length > 0 ? [{ type: 'listItem' as const, content }] : []),
      ...children.filter(isTooDeep).flatMap((child) => itemsOf(child, listDepth)),
    ];
  });
}

function textOf({ text, marks }: JSONContent): RichTextText[] {
  if (!text) return [];
  const stored = (marks ?? []).flatMap(({ type, attrs }): RichTextMark[] => {
    if (type === 'bold' || type === 'italic') return [{ type }];
    const href: unknown = attrs?.['href'];
    return type === 'link' && typeof href === 'string' && isSafeHref(href) ? [{ type, attrs: { href } }] : [];
  });
  return [stored.length > 0 ? { type: 'text', marks: stored, text } : { type: 'text', text }];
}
