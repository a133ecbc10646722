import { z } from 'zod';
import { isSafeHref } from './richText.ts';

const text = z.string().max(20_000);
const line = z.string().max(300);
const href = z.string().max(500).refine(isSafeHref, 'Use an address starting with https://, / or #');
const media = z.string().max(500).refine((url) => /^(https?:\/\/|\/(?!\/))/.test(url), 'Use an address starting with https:// or /');
const list = <T extends z.ZodType>(item: T) => z.array(item).max(60);

/** Building blocks of a page, as editors arrange them. Rich text is the light markup of `richText.ts`. */
export const pageBlockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hero'), eyebrow: line.optional(), title: line, text: text.optional(), label: line.optional(), href: href.optional() }),
  z.object({ type: z.literal('heading'), text: line }),
  z.object({ type: z.literal('richText'), text }),
  z.object({ type: z.literal('image'), url: media, alt: line, caption: line.optional() }),
  z.object({ type: z.literal('gallery'), images: list(z.object({ url: media, alt: line })) }),
  z.object({ type: z.literal('features'), title: line.optional(), items: list(z.object({ title: line, text })) }),
  z.object({ type: z.literal('columns'), columns: list(z.object({ title: line.optional(), text })) }),
  z.object({ type: z.literal('faq'), title: line.optional(), items: list(z.object({ question: line, answer: text })) }),
  z.object({ type: z.literal('testimonials'), title: line.optional() }),
  z.object({ type: z.literal('video'), title: line, url: href }),
  z.object({ type: z.literal('callToAction'), title: line, text: text.optional(), label: line, href }),
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

/** An id for a heading, to link to it: `5. Fees and payment` gives `fees-and-payment`. */
export function headingId(text: string): string {
  return text.toLowerCase().replace(/^\d+\.\s*/, '').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
}
