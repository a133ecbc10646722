import { z } from 'zod';
import { remoteManifestSchema } from './remoteManifest.ts';

/** One version of one app as a browser needs it: where it is, and the integrity of every file it may load. */
export const registryVersionSchema = z.object({
  version: z.string(),
  /** Absolute or origin-relative address ending in `/`; file paths below are relative to it. */
  base: z.string().endsWith('/'),
  entry: z.string(),
  /** Files a first visit executes; preloaded on hover, focus or visibility of a link into the remote. */
  initial: z.array(z.string()),
  /** Path -> `sha384-…` of every browser file. The host refuses any script that is not listed. */
  integrity: z.record(z.string(), z.string()),
});
export type RegistryVersion = z.infer<typeof registryVersionSchema>;

export const registryRemoteSchema = registryVersionSchema.extend({
  manifest: remoteManifestSchema,
  /** Last good version; used by itself when the live one fails to load or mount. */
  previous: registryVersionSchema.optional(),
});
export type RegistryRemote = z.infer<typeof registryRemoteSchema>;

/** `/registry.json`: what is live now. `revision` grows with every change. */
export const registrySchema = z.object({
  revision: z.number().int().nonnegative(),
  shell: registryVersionSchema,
  remotes: z.record(z.string(), registryRemoteSchema),
});
export type Registry = z.infer<typeof registrySchema>;
