import { z } from 'zod';

const environmentSchema = z.object({
  PORT: z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be at least 1').max(65_535, 'must be at most 65535').default(8080),
  DATA_DIR: z.string().min(1, 'must name a folder').default('.data'),
  DEMO_PASSWORD: z.string().min(10, 'must have at least 10 characters').max(72, 'must have at most 72 characters').default('masomo-demo-2026'),
  POSTGREST_BIN: z.string().min(1, 'must name a program').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug'], 'must be fatal, error, warn, info or debug').default('error'),
});
export type Environment = z.infer<typeof environmentSchema>;

/** What the environment says about this installation. Throws one line that names the wrong value. */
export function readEnvironment(values: NodeJS.ProcessEnv = process.env): Environment {
  const parsed = environmentSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [problem] = parsed.error.issues;
  const name = String(problem?.path[0]);
  throw new Error(`${name} ${problem?.message}. It is "${values[name] ?? ''}".`);
}
