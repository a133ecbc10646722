import { z } from 'zod';

const webAddress = z.url({ protocol: /^https?$/, error: 'must look like https://project.supabase.co' });

const environmentSchema = z
  .object({
    PORT: z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be at least 1').max(65_535, 'must be at most 65535').default(8080),
    DATA_DIR: z.string().min(1, 'must name a folder').default('.data'),
    DEMO_PASSWORD: z.string().min(10, 'must have at least 10 characters').max(72, 'must have at most 72 characters').default('masomo-demo-2026'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must look like postgresql://user:password@host:5432/database' }).optional(),
    POSTGREST_BIN: z.string().min(1, 'must name a program').optional(),
    SUPABASE_URL: webAddress.optional(),
    SUPABASE_PUBLISHABLE_KEY: z.string().min(1, 'must be the key of the project').optional(),
    SUPABASE_SECRET_KEY: z.string().min(1, 'must be the secret key of the project').optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug'], 'must be fatal, error, warn, info or debug').default('error'),
  })
  .superRefine(({ SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, DATABASE_URL }, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (SUPABASE_URL !== undefined && SUPABASE_PUBLISHABLE_KEY === undefined) refuse('SUPABASE_PUBLISHABLE_KEY', 'must be set together with SUPABASE_URL');
    if (SUPABASE_URL !== undefined && DATABASE_URL !== undefined) refuse('DATABASE_URL', 'has no meaning together with SUPABASE_URL: unset one of them');
  });
export type Environment = z.infer<typeof environmentSchema>;

/** Values that are not shown to whoever reads the terminal. */
const secrets = new Set(['DATABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY', 'DEMO_PASSWORD']);

/** What the environment says about this installation. Throws one line that names the wrong value. */
export function readEnvironment(values: NodeJS.ProcessEnv = process.env): Environment {
  const parsed = environmentSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [problem] = parsed.error.issues;
  const name = String(problem?.path[0]);
  const found = values[name];
  throw new Error(`${name} ${problem?.message}. It is ${found === undefined ? 'not set' : secrets.has(name) ? 'set to something else' : `"${found}"`}.`);
}
