import * as z from 'zod/mini';

/** What the frame says once it can draw. */
export const previewReadyMessage = 'masomo:preview-ready';

/** A page as it is written at this moment; it goes from the editor's window into its own frame and nowhere else. */
export const previewMessageSchema = z.object({
  kind: z.literal('masomo:preview-page'),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  blocks: z.array(z.unknown()),
});
export type PreviewMessage = z.infer<typeof previewMessageSchema>;
