import * as z from 'zod/mini';

const manifestSchema = z.object({ id: z.string(), short_name: z.string(), icons: z.array(z.object({ src: z.string() })) });
/** The web app manifest of this page's host name: the site's, or that of a school's app. */
export type AppManifest = z.infer<typeof manifestSchema>;

/** Reads the manifest; null where the host name has none. */
export async function readAppManifest(): Promise<AppManifest | null> {
  const response = await fetch('/manifest.webmanifest');
  return response.ok ? manifestSchema.parse(await response.json()) : null;
}
