import { z } from 'zod';

const functionSchema = z.object({ verify_jwt: z.boolean().default(true), enabled: z.boolean().default(true) });
const configSchema = z.object({ functions: z.record(z.string(), functionSchema).default({}) });

export type FunctionSettings = z.infer<typeof functionSchema>;

/** What `supabase/config.toml` says of one function; Supabase's defaults when it says nothing. */
export function functionSettings(config: unknown, name: string): FunctionSettings {
  return configSchema.parse(config).functions[name] ?? functionSchema.parse({});
}
