// The document JSON of the Tiptap editor, limited to what the editor offers; stored in a page's blocks and rendered as elements, never as markup.

export type RichTextMark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } };
export type RichTextText = { type: 'text'; marks?: RichTextMark[]; text: string };
export type RichTextParagraph = { type: 'paragraph'; content?: RichTextText[] };
export type RichTextListItem = { type: 'listItem'; content: RichTextBlock[] };
export type RichTextList =
  { type: 'bulletList'; content: RichTextListItem[] } | { type: 'orderedList'; attrs?: { start: number }; content: RichTextListItem[] };
export type RichTextBlock = RichTextParagraph | RichTextList;
export type RichTextDocument = { type: 'doc'; content: RichTextBlock[] };
export type RichTextNode = RichTextDocument | RichTextBlock | RichTextListItem | RichTextText;

/** Maximum nesting depth of lists. */
export const maxListDepth = 5;
/** The longest text of one field, in characters without its formatting. */
export const maxRichTextLength = 20_000;

/** An empty document, as the editor starts with. */
export const emptyRichText: RichTextDocument = { type: 'doc', content: [{ type: 'paragraph' }] };

/** A document of one plain paragraph. */
export function richTextOf(text: string): RichTextDocument {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
}

/** The text without its formatting: a paragraph or list item per line. */
export function plainText(document: RichTextDocument): string {
  return document.content.flatMap(linesOf).filter(Boolean).join('\n');
}

function linesOf(block: RichTextBlock): string[] {
  return block.type === 'paragraph'
    ? [(block.content ?? []).map(({ text }) => text).join('')]
    : block.content.flatMap((item) => item.content.flatMap(linesOf));
}

/** Whether a value of a parsed block is rich text. Checks only the root, because the schema has validated the rest. */
export function isRichText(value: unknown): value is RichTextDocument {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc';
}
