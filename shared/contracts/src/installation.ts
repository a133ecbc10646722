import * as z from 'zod/mini';

/** Path within a shell's release of what an installed site needs; the gateway serves it without a render. */
export const installationFile = 'installation.json';

/** Placed in those texts where the brand's name belongs, which the build does not know. */
export const brandMark = '{brand}';

export const installationSchema = z.object({
  /** The web app manifest. */
  manifest: z.record(z.string(), z.unknown()),
  /** The page shown without a network, and the text of its style element. */
  offline: z.object({ html: z.string(), style: z.string() }),
});
export type Installation = z.infer<typeof installationSchema>;
