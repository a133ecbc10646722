import * as z from 'zod/mini';
import { maxListDepth, maxRichTextLength, plainText, type RichTextBlock, type RichTextDocument } from './richText.ts';

const list = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(2_000));

function blockSchema(href: z.ZodMiniType<string>, listDepth: number): z.ZodMiniType<RichTextBlock> {
  const mark = z.discriminatedUnion('type', [
    z.object({ type: z.literal('bold') }),
    z.object({ type: z.literal('italic') }),
    z.object({ type: z.literal('link'), attrs: z.object({ href }) }),
  ]);
  const text = z.object({
    type: z.literal('text'),
    marks: z.exactOptional(z.array(mark).check(z.maxLength(3))),
    text: z.string().check(z.minLength(1)),
  });
  const paragraph = z.object({ type: z.literal('paragraph'), content: z.exactOptional(list(text)) });
  // A schema per level instead of a recursive one: a document nested without end is refused before it exhausts the stack.
  if (listDepth === 0) return paragraph;
  const item = z.object({ type: z.literal('listItem'), content: list(blockSchema(href, listDepth - 1)).check(z.minLength(1)) });
  return z.discriminatedUnion('type', [
    paragraph,
    z.object({ type: z.literal('bulletList'), content: list(item) }),
    z.object({
      type: z.literal('orderedList'),
      attrs: z.exactOptional(z.object({ start: z.int().check(z.minimum(0), z.maximum(99_999)) })),
      content: list(item),
    }),
  ]);
}

/**
 * The stored JSON of a rich text field: paragraphs, lists up to `maxListDepth` levels, bold, italic and links whose address passes `href`.
 * Attributes the editor adds on its own are dropped; any other node or mark fails. Nodes and marks: https://tiptap.dev/docs/editor/core-concepts/schema
 */
export function richTextSchema(href: z.ZodMiniType<string>): z.ZodMiniType<RichTextDocument> {
  return z.object({ type: z.literal('doc'), content: list(blockSchema(href, maxListDepth)) });
}

/** Refuses a document with more than `maxRichTextLength` characters. */
export const withinTextLength = z.refine<RichTextDocument>(
  (document) => plainText(document).length <= maxRichTextLength,
  'Use at most 20,000 characters',
);
