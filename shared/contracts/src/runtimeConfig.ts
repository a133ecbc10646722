import * as z from 'zod/mini';

/** `/config.json`: the public configuration of an installation. It never holds secrets. */
export const runtimeConfigSchema = z.object({
  /** Origin of the Supabase project; empty means the page's own origin. */
  supabaseUrl: z.string(),
  publishableKey: z.string().check(z.minLength(1)),
  brand: z.object({ name: z.string().check(z.minLength(1)) }),
  /** Addresses of optional third-party widgets; empty when not configured. */
  widgets: z.object({
    schedulingUrl: z.string(),
    chatPropertyId: z.string(),
    chatWidgetId: z.string(),
  }),
  /** Email addresses treated as super admins when their role cannot be read; empty unless configured. */
  fallbackSuperAdmins: z.optional(z.array(z.string())),
  /** Share of the actions, 0 to 1, that browsers trace; absent where tracing is not configured. */
  tracing: z.optional(z.number()),
  /** True on an installation that serves the developer tools under `/_local/`. */
  local: z.boolean(),
});
export type RuntimeConfig = z.infer<typeof runtimeConfigSchema>;
