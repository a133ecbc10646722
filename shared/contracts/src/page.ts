import * as z from 'zod/mini';

/** The document's head for a public page. */
export const pageHeadSchema = z.object({
  title: z.string().check(z.minLength(1)),
  description: z.string(),
  /** Path of the canonical address, without origin. */
  canonical: z.string().check(z.startsWith('/')),
  image: z.optional(z.string()),
  /** The languages that the page is written in; every language of the product when it does not say. */
  languages: z.optional(z.array(z.string())),
  noindex: z.optional(z.boolean()),
  jsonLd: z.optional(z.array(z.record(z.string(), z.unknown()))),
});
export type PageHead = z.infer<typeof pageHeadSchema>;

/** What a remote's server build renders for one address. */
export type RenderedPage = {
  status: number;
  head: PageHead;
  /** Markup of the remote's root, to be placed in the shell's outlet. */
  html: string;
  /** Style tags emotion collected while rendering. */
  styles: string;
  /** Query results by serialised key; the browser starts from them instead of requesting them again. */
  fallback: Record<string, unknown>;
  /** Set for a permanent move: the gateway responds 301. */
  redirect?: string;
  /** The language it was rendered in; English when a release does not say. */
  language?: string;
};
