import * as z from 'zod/mini';

/** Message of the preview frame once it can render. */
export const previewReadyMessage = 'masomo:preview-ready';

/** A page as it is in the editor now; posted from the editor's window to its own frame only. */
export const previewMessageSchema = z.object({
  kind: z.literal('masomo:preview-page'),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  blocks: z.array(z.unknown()),
  /** Set where the texts are English because they are not translated into the language of the frame. */
  lang: z.optional(z.literal('en')),
});
export type PreviewMessage = z.infer<typeof previewMessageSchema>;
