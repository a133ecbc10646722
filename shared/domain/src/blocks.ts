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

/** The blocks of a stored body that visitors see; unknown, damaged and unfinished blocks are left out. */
export function parseBlocks(body: unknown): PageBlock[] {
  if (!Array.isArray(body)) return [];
  return body.flatMap((block) => {
    const known = unfinishedBlockSchema.safeParse(block);
    const parsed = known.success ? pageBlockSchema.safeParse(withoutEmptyChoices(known.data)) : known;
    return parsed.success ? [parsed.data] : [];
  });
}

/** A block this version cannot edit, because it is newer or damaged; it is stored again unchanged. */
export type UnknownBlock = { type: 'unknown'; content: unknown };

/** A block in the editor. */
export type EditableBlock = PageBlock | UnknownBlock;

/** The blocks of a stored body for editing. None is left out, so that storing them again loses nothing. */
export function editableBlocks(body: unknown): EditableBlock[] {
  if (!Array.isArray(body)) return [];
  return body.map((block): EditableBlock => {
    const parsed = unfinishedBlockSchema.safeParse(block);
    // Fields a newer version added to a known block are preserved as well.
    return parsed.success ? { ...(block as object), ...parsed.data } : { type: 'unknown', content: block as unknown };
  });
}

/** The body to store for edited blocks. */
export function storedBlocks(blocks: readonly EditableBlock[]): unknown[] {
  return blocks.map((block) => (block.type === 'unknown' ? block.content : block));
}

/** Why a block is not shown to visitors: `path` leads to the field (`items.0.title`), `message` says what to do. */
export type BlockProblem = { path: string; message: string };

/** Why visitors would not see a block as it is; empty when they would. An unknown block has none, since another version decides about it. */
export function blockProblems(block: EditableBlock): BlockProblem[] {
  if (block.type === 'unknown') return [];
  const parsed = pageBlockSchema.safeParse(withoutEmptyChoices(block));
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

// An empty address stands for no button or no image.
function withoutEmptyChoices(block: PageBlock): PageBlock {
  if (block.type !== 'hero' || (block.href !== '' && block.url !== '')) return block;
  const { href, url, ...rest } = block;
  return { ...rest, ...(href ? { href } : {}), ...(url ? { url } : {}) };
}
