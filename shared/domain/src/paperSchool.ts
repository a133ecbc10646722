import * as z from 'zod/mini';

/** What a school has set of its papers: values, never a template. `head` is up to five lines; paths are in `school-documents`. */
export const lookSettingsSchema = z.object({
  accent: z.string(),
  head: z.string(),
  foot: z.string(),
  thanks: z.string(),
  signer_name: z.string(),
  signer_title: z.string(),
  crest_path: z.nullable(z.string()),
  signature_path: z.nullable(z.string()),
});
export type LookSettings = z.infer<typeof lookSettingsSchema>;

/** What papers say of the school that issues them, as `private.paper_school` gives it. */
export const paperSchoolSchema = z.object({
  name: z.string(),
  motto: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.string(),
  time_zone: z.string(),
  payment_instructions: z.nullable(z.string()),
  /** Null until the school has set one. */
  look: z.nullable(lookSettingsSchema),
});
export type PaperSchool = z.infer<typeof paperSchoolSchema>;

/** Of a school that has set none. */
export const defaultLook: LookSettings = {
  accent: '#0b5d4b',
  head: '',
  foot: '',
  thanks: '',
  signer_name: '',
  signer_title: '',
  crest_path: null,
  signature_path: null,
};
