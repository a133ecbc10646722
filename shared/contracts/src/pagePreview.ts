import * as z from 'zod/mini';

/** Where the public site draws a page that is still written; the one document of the product that the product may frame. */
export const previewPath = '/preview/page';

/** What the frame says once it can draw. */
export const previewReady = 'masomo:preview-ready';

/** A page as it is written at this moment; it goes from the editor's window into its own frame and nowhere else. */
export const previewedPageSchema = z.object({
  kind: z.literal('masomo:preview-page'),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  blocks: z.array(z.unknown()),
});
export type PreviewedPage = z.infer<typeof previewedPageSchema>;
