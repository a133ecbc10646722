import * as z from 'zod/mini';
import { isSafeHref } from './richText.ts';

const text = z.string().check(z.maxLength(20_000));
const line = z.string().check(z.maxLength(300));
const href = z.string().check(z.maxLength(500), z.refine(isSafeHref, 'Use an address starting with https://, / or #'));
const media = z.string().check(z.maxLength(500), z.refine((url) => /^(https?:\/\/|\/(?!\/))/.test(url), 'Use an address starting with https:// or /'));
const list = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(60));

/** Building blocks of a page, as editors arrange them. Rich text is the light markup of `richText.ts`. */
export const pageBlockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hero'), eyebrow: z.optional(line), title: line, text: z.optional(text), label: z.optional(line), href: z.optional(href) }),
  z.object({ type: z.literal('heading'), text: line }),
  z.object({ type: z.literal('richText'), text }),
  z.object({ type: z.literal('image'), url: media, alt: line, caption: z.optional(line) }),
  z.object({ type: z.literal('gallery'), images: list(z.object({ url: media, alt: line })) }),
  z.object({ type: z.literal('features'), title: z.optional(line), items: list(z.object({ title: line, text })) }),
  z.object({ type: z.literal('columns'), columns: list(z.object({ title: z.optional(line), text })) }),
  z.object({ type: z.literal('faq'), title: z.optional(line), items: list(z.object({ question: line, answer: text })) }),
  z.object({ type: z.literal('testimonials'), title: z.optional(line) }),
  z.object({ type: z.literal('video'), title: line, url: href }),
  z.object({ type: z.literal('callToAction'), title: line, text: z.optional(text), label: line, href }),
]);
export type PageBlock = z.infer<typeof pageBlockSchema>;
export type PageBlockType = PageBlock['type'];

/** The blocks of a stored body; one that this version does not know or that is damaged is left out. */
export function parseBlocks(body: unknown): PageBlock[] {
  if (!Array.isArray(body)) return [];
  return body.flatMap((block) => {
    const parsed = pageBlockSchema.safeParse(block);
    return parsed.success ? [parsed.data] : [];
  });
}

/** A block that this version cannot edit: newer than it, or damaged. It is carried along unchanged. */
export type KeptBlock = { type: 'kept'; content: unknown };

/** What an editor works on. */
export type EditableBlock = PageBlock | KeptBlock;

/** The blocks of a stored body for editing: nothing is left out, so nothing is lost when they are stored again. */
export function editableBlocks(body: unknown): EditableBlock[] {
  if (!Array.isArray(body)) return [];
  return body.map((block): EditableBlock => {
    const parsed = pageBlockSchema.safeParse(block);
    // A newer version's fields of a known block go along as well.
    return parsed.success ? { ...(block as object), ...parsed.data } : { type: 'kept', content: block as unknown };
  });
}

/** The body to store for what an editor worked on. */
export function storedBlocks(blocks: readonly EditableBlock[]): unknown[] {
  return blocks.map((block) => (block.type === 'kept' ? block.content : block));
}
