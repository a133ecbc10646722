import { z } from 'zod';

const functionSchema = z.object({ verify_jwt: z.boolean().default(true), enabled: z.boolean().default(true) });
const configSchema = z.object({ functions: z.record(z.string(), functionSchema).default({}) });

export type FunctionSettings = z.infer<typeof functionSchema>;

/** Settings of one function in `supabase/config.toml`, with Supabase's defaults. */
export function functionSettings(config: unknown, name: string): FunctionSettings {
  return configSchema.parse(config).functions[name] ?? functionSchema.parse({});
}
