import * as z from 'zod/mini';
import type { Registry } from './registry.ts';
import type { RuntimeConfig } from './runtimeConfig.ts';

/** What the document's head says about a public page. */
export const pageHeadSchema = z.object({
  title: z.string().check(z.minLength(1)),
  description: z.string(),
  /** Path of the canonical address, without origin. */
  canonical: z.string().check(z.startsWith('/')),
  image: z.optional(z.string()),
  noindex: z.optional(z.boolean()),
  jsonLd: z.optional(z.array(z.record(z.string(), z.unknown()))),
});
export type PageHead = z.infer<typeof pageHeadSchema>;

/** What a remote's server build answers for one address. */
export type RenderedPage = {
  status: number;
  head: PageHead;
  /** Markup of the remote's root, to be placed in the shell's outlet. */
  html: string;
  /** Style tags emotion collected while rendering. */
  styles: string;
  /** Query results by serialised key; the browser starts from them instead of asking again. */
  fallback: Record<string, unknown>;
  /** Set for a permanent move: the gateway answers 301. */
  redirect?: string;
};

/** What the shell's server build needs to render the frame around one page. */
export type FrameRequest = {
  url: URL;
  registry: Registry;
  config: RuntimeConfig;
  /** The prerendered remote, or null for a bare frame (signed-in areas, `/login`, a render that failed). */
  outlet: { name: string; html: string } | null;
  /** What the shell's `loadFrame` read, by serialised key. */
  fallback: Record<string, unknown>;
};

/** The frame's markup, to be placed in the root; empty for areas the browser renders alone. */
export type RenderedFrame = { html: string; styles: string };
