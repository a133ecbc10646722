import * as z from 'zod/mini';
import { remoteManifestSchema } from './remoteManifest.ts';

/** One file of a release: size in bytes and its subresource integrity (`sha384-…`). */
export const releaseFileSchema = z.object({ size: z.int().check(z.nonnegative()), integrity: z.string().check(z.startsWith('sha384-')) });
export type ReleaseFile = z.infer<typeof releaseFileSchema>;

/** Path within a shell's release of the script that starts prerendered documents, where there is one. */
export const startFile = 'start.js';

/** Names of facade exports by facade, e.g. `{ "@masomo/auth": ["useSession"] }`. */
export const facadeExportsSchema = z.record(z.string(), z.array(z.string()));
export type FacadeExports = z.infer<typeof facadeExportsSchema>;

/** `release.json`: written by the build beside the files it lists, immutable once published. */
export const releaseManifestSchema = z.object({
  /** `shell` or the remote's name. */
  app: z.string(),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+-[0-9a-f]{10}$/)),
  /** Path within the release to its federation manifest (remotes) or its entry script (shell). */
  entry: z.string(),
  /** Files a first visit runs, in order; used for preload hints. */
  initial: z.array(z.string()),
  /** Path within the release to the server build, where there is one. */
  server: z.optional(z.string()),
  files: z.record(z.string(), releaseFileSchema),
  /** Facade exports the shell offers (shell only), and those a remote imports. */
  offers: z.optional(facadeExportsSchema),
  needs: z.optional(facadeExportsSchema),
  manifest: z.optional(remoteManifestSchema),
  /** Route of a screen -> scripts of this app it needs beyond `initial`. */
  screens: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Scripts that every signed-in screen runs beyond `initial` (shell only). */
  opening: z.optional(z.array(z.string())),
  /** Scripts of each facade beyond `initial` (shell only), and the facades that each screen of a remote imports. */
  facadeFiles: z.optional(z.record(z.string(), z.array(z.string()))),
  screenFacades: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Signature of everything else by a key of the team (Ed25519, base64). */
  signature: z.optional(z.string()),
});
export type ReleaseManifest = z.infer<typeof releaseManifestSchema>;
