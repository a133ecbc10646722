import * as z from 'zod/mini';
import { remoteManifestSchema } from './remoteManifest.ts';

/** One version of one app as a browser needs it: where it is, and the integrity of what is loaded from outside the app. */
export const registryVersionSchema = z.object({
  version: z.string(),
  /** Absolute or origin-relative address ending in `/`; file paths below are relative to it. */
  base: z.string().check(z.endsWith('/')),
  entry: z.string(),
  /** Files a first visit runs; preloaded when a link into the remote is hovered, focused or visible. */
  initial: z.array(z.string()),
  /**
   * Path -> `sha384-…` of the entry and the initial files. The host refuses any script that is not listed; the loader
   * inside the entry holds the hashes of every further chunk, so the registry vouches for all of them.
   */
  integrity: z.record(z.string(), z.string()),
});

/** Route of a screen, as manifests write it -> files of this app it needs beyond `initial`, so that all are requested at once. */
const screenFilesSchema = z.optional(z.record(z.string(), z.array(z.string())));

export const registryRemoteSchema = z.extend(registryVersionSchema, {
  manifest: remoteManifestSchema,
  screens: screenFilesSchema,
  /** Last good version; mounted when the live one fails to load or mount. */
  previous: z.optional(registryVersionSchema),
});

/** `/registry.json`: the live releases. `revision` grows with every change. */
export const registrySchema = z.object({
  revision: z.int().check(z.nonnegative()),
  /** Apps of which this visitor gets a canary; absent when all are the live versions. */
  variant: z.optional(z.string()),
  /** The features with whose add-ons this registry was asked for, as `withFeatures` sorts them. */
  features: z.optional(z.string()),
  /** A canary is limited to roles: a signed-in browser sends its session to `/_releases/cohort`. */
  hasRoleCohorts: z.optional(z.boolean()),
  /** Remotes that this browser loads from the developer's machine instead: the addresses of their `release.json`s' folders. */
  local: z.optional(z.record(z.string(), z.string())),
  shell: z.extend(registryVersionSchema, { screens: screenFilesSchema }),
  remotes: z.record(z.string(), registryRemoteSchema),
  /** Live add-ons that are left out because they need exports that this shell does not offer. */
  unmet: z.optional(z.record(z.string(), z.object({ version: z.string(), requires: z.array(z.string()), missing: z.array(z.string()) }))),
});
