import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://'),
  WORKER_SLOTS: z.coerce.number().int().min(1).max(50).default(4),
});

/** The settings of the worker; throws one line that names the first that is missing or invalid. */
export function readSettings(environment: Record<string, string | undefined>): z.infer<typeof schema> {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  throw new Error(environment[name] ? `${name} ${issue?.message}.` : `${name} must be set for the worker. It is not set.`);
}
