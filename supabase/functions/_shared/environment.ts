import { z } from 'zod';

/** A setting of the installation, or undefined when it is unset or empty. */
export function setting(name: string): string | undefined {
  return Deno.env.get(name) || undefined;
}

/** A required setting; throws when it is unset. */
export function requireSetting(name: string): string {
  const value = setting(name);
  if (!value) throw new Error(`${name} is not set. Set it with "supabase secrets set ${name}=…".`);
  return value;
}

/**
 * Parses a group of settings that only work together; null when a required one is unset.
 * Throws an error that names the first invalid setting.
 */
export function readSettings<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>): z.infer<z.ZodObject<Shape>> | null {
  const values = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, setting(name)]));
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const invalid = parsed.error.issues.find(({ path: [name] }) => values[String(name)] !== undefined);
  if (!invalid) return null;
  throw new Error(`${String(invalid.path[0])} is invalid: ${invalid.message}.`);
}

const keysSchema = z.record(z.string(), z.string());

/** Keys of the service role: the named secret keys, and the legacy single one. */
export function secretKeys(): string[] {
  const named = setting('SUPABASE_SECRET_KEYS');
  const single = setting('SUPABASE_SERVICE_ROLE_KEY');
  return [...(named ? Object.values(keysSchema.parse(JSON.parse(named))) : []), ...(single ? [single] : [])];
}

/** The publishable key, for anonymous access. */
export function publishableKey(): string {
  const named = setting('SUPABASE_PUBLISHABLE_KEYS');
  const [first] = named ? Object.values(keysSchema.parse(JSON.parse(named))) : [];
  return first ?? requireSetting('SUPABASE_ANON_KEY');
}
