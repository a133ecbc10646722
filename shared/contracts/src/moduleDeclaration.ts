import * as z from 'zod/mini';
import { featureName } from './appName.ts';
import { addonSettingSchema } from './remoteManifest.ts';

/** What a role may do with a module, and whose roles have it until a school says otherwise. */
const permissionSchema = z.object({
  /** For the administrator who gives it to a role. */
  sentence: z.string().check(z.regex(/^May .*\.$/)),
  roles: z.array(z.enum(['admin', 'teacher', 'staff', 'parent', 'student'])).check(z.minLength(1)),
  /** It shows children's records, so a super admin has it only while a school's records are open. */
  isAboutChildren: z.optional(z.literal(true)),
  /** It takes money, or opens the way to it or to children's records, so nobody has it without an authenticator app. */
  isGuarded: z.optional(z.literal(true)),
});

/** What a module keeps about people: an entry of the school's processing register. */
const recordSchema = z.object({
  /** The tables of the API that it is in. */
  tables: z.array(z.string().check(z.regex(/^[a-z_]+$/))).check(z.minLength(1)),
  about: z.string(),
  data: z.string(),
  purpose: z.string(),
  basis: z.string(),
  recipients: z.string(),
  /** How long. */
  keptFor: z.string(),
});

/** What a module or an add-on declares in its `module.ts`, beside its manifest: the tools make everything else that has to know of it from this. */
export const moduleDeclarationSchema = z.strictObject({
  /** By which a school has it. */
  feature: z.string().check(z.regex(featureName)),
  /** What the product calls it where it is sold; by feature where it is sold as several, each of which brings the whole. */
  soldAs: z.optional(
    z.union([z.string().check(z.minLength(1)), z.record(z.string().check(z.regex(featureName)), z.string().check(z.minLength(1)))]),
  ),
  permissions: z.record(z.string().check(z.regex(/^[a-z-]+:[a-z-]+$/)), permissionSchema),
  settings: z.array(addonSettingSchema),
  records: z.array(recordSchema),
  /** Tables of the API that hold nothing about anybody. */
  tablesWithoutPeople: z.optional(z.array(z.string())),
});
export type ModuleDeclaration = z.infer<typeof moduleDeclarationSchema>;
