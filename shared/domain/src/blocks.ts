import * as z from 'zod/mini';
import { faqCategories } from './faq.ts';
import type { RichTextDocument } from './richText.ts';
import { richTextSchema, withinTextLength } from './richTextSchema.ts';
import { isSafeHref } from './safeHref.ts';

const line = z.string().check(z.maxLength(300));
const list = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(60));

const safeHref = z.string().check(z.maxLength(500), z.refine(isSafeHref, 'Use an address starting with https://, / or #'));
const safeMedia = z.string().check(
  z.maxLength(500),
  z.refine(
    (url) => /^(https?:\/\/|\/(?!\/))/.test(url) && isSafeHref(url),
    'Choose a picture, or use an address starting with https:// or /',
  ),
);
const safeVideo = z.string().check(
  z.maxLength(500),
  z.refine((url) => isSafeHref(url) && /^(https:\/\/|\/)/.test(url), 'Use the address of the video, starting with https://'),
);
const unfinished = z.string().check(z.maxLength(500));

const blockSchema = <T extends z.ZodMiniType<string>>(href: T, media: T, video: T, text: z.ZodMiniType<RichTextDocument>) =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('hero'),
      eyebrow: z.optional(line),
      title: line,
      text: z.optional(text),
      label: z.optional(line),
      href: z.optional(href),
      url: z.optional(media),
      alt: z.optional(line),
    }),
    z.object({ type: z.literal('heading'), text: line }),
    z.object({ type: z.literal('richText'), text }),
    z.object({ type: z.literal('image'), url: media, alt: line, caption: z.optional(line) }),
    z.object({ type: z.literal('gallery'), images: list(z.object({ url: media, alt: line })) }),
    z.object({ type: z.literal('features'), title: z.optional(line), items: list(z.object({ title: line, text })) }),
    z.object({ type: z.literal('pricing'), title: z.optional(line), category: z.enum(['saas', 'standalone']) }),
    z.object({ type: z.literal('columns'), columns: list(z.object({ title: z.optional(line), text })) }),
    z.object({
      type: z.literal('faq'),
      title: z.optional(line),
      category: z.optional(z.enum(faqCategories)),
      items: list(z.object({ question: line, answer: text })),
    }),
    z.object({ type: z.literal('testimonials'), title: z.optional(line) }),
    z.object({ type: z.literal('video'), title: line, url: video }),
    z.object({ type: z.literal('callToAction'), title: line, text: z.optional(text), label: line, href }),
    z.object({ type: z.literal('form'), title: z.optional(line), form: z.enum(['contact', 'demo']) }),
  ]);

/**
 * Building blocks of a page as visitors get them. Rich text is the editor's document of `richText.ts`; a `faq` block shows the
 * questions of its category from the site's content, or those written into it.
 */
export const pageBlockSchema = blockSchema(safeHref, safeMedia, safeVideo, richTextSchema(safeHref).check(withinTextLength));

/** The same blocks in the editor: an address may still be missing or wrong, a text too long. */
const unfinishedBlockSchema = blockSchema(unfinished, unfinished, unfinished, richTextSchema(unfinished));
export type PageBlock = z.infer<typeof pageBlockSchema>;
export type PageBlockType = PageBlock['type'];

/** The blocks of a stored body; one that this version does not know or that is damaged is left out. */
export function parseBlocks(body: unknown): PageBlock[] {
  if (!Array.isArray(body)) return [];
  return body.flatMap((block) => {
    const known = unfinishedBlockSchema.safeParse(block);
    const parsed = known.success ? pageBlockSchema.safeParse(withoutEmptyChoices(known.data)) : known;
    return parsed.success ? [parsed.data] : [];
  });
}

/** A block that this version cannot edit: newer than it, or damaged. It is carried along unchanged. */
export type UnknownBlock = { type: 'kept'; content: unknown };

/** What an editor works on. */
export type EditableBlock = PageBlock | UnknownBlock;

/** The blocks of a stored body for editing: nothing is left out, so nothing is lost when they are stored again. */
export function editableBlocks(body: unknown): EditableBlock[] {
  if (!Array.isArray(body)) return [];
  return body.map((block): EditableBlock => {
    const parsed = unfinishedBlockSchema.safeParse(block);
    // A newer version's fields of a known block go along as well.
    return parsed.success ? { ...(block as object), ...parsed.data } : { type: 'kept', content: block as unknown };
  });
}

/** The body to store for what an editor worked on. */
export function storedBlocks(blocks: readonly EditableBlock[]): unknown[] {
  return blocks.map((block) => (block.type === 'kept' ? block.content : block));
}

/** What keeps a block from visitors: the field as a path of names and positions, and what to do. */
export type BlockProblem = { path: string; message: string };

/** Why visitors would not see a block as it is written; empty when they would. A kept block has none: it is not this version's to judge. */
export function blockProblems(block: EditableBlock): BlockProblem[] {
  if (block.type === 'kept') return [];
  const parsed = pageBlockSchema.safeParse(withoutEmptyChoices(block));
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

// A button or a picture is left out where its address is empty.
function withoutEmptyChoices(block: PageBlock): PageBlock {
  if (block.type !== 'hero' || (block.href !== '' && block.url !== '')) return block;
  const { href, url, ...rest } = block;
  return { ...rest, ...(href ? { href } : {}), ...(url ? { url } : {}) };
}
