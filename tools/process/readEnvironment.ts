import { z } from 'zod';
import { parseTrustedProxies } from '@masomo/gateway/http/clientAddress';
import { samplers } from '@masomo/gateway/tracing/samplers';

const webAddress = z.url({ protocol: /^https?$/, error: 'must look like https://project.supabase.co' });

function readProxies(text: string, context: z.RefinementCtx) {
  try {
    return parseTrustedProxies(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a number of proxies or networks such as 10.0.0.0/8, fd00::/8' });
    return z.NEVER;
  }
}

const valuesSchema = z.object({
  PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(65_535, 'must be at most 65535')
    .default(8080),
  DATA_DIR: z.string().min(1, 'must name a folder').default('.data'),
  DEMO_PASSWORD: z
    .string()
    .min(10, 'must have at least 10 characters')
    .max(72, 'must have at most 72 characters')
    .default('masomo-demo-2026'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must look like postgresql://user:password@host:5432/database' }).optional(),
  TARGET_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgresql://user:password@host:5432/database' })
    .optional(),
  DATA_PLACE: z.string().min(1, 'must name a place such as Nairobi, Kenya').max(200, 'must have at most 200 characters').optional(),
  AUDIT_LOG_TOKEN: z.string().min(1, 'must be a token that the receiver knows').optional(),
  CLAMD_SOCKET: z
    .string()
    .regex(/^(\/.+|[^\s/:]+:\d+)$/, 'must be the path of a socket such as /run/clamav/clamd.ctl, or host:port')
    .optional(),
  POSTGREST_BIN: z.string().min(1, 'must name a program').optional(),
  FUNCTIONS_RUNTIME: z.enum(['threads', 'deno'], 'must be threads or deno').default('threads'),
  SUPABASE_URL: webAddress.optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1, 'must be the key of the project').optional(),
  SUPABASE_SECRET_KEY: z.string().min(1, 'must be the secret key of the project').optional(),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/, error: 'must look like https://school.example' })
    .transform((address) => new URL(address).origin)
    .optional(),
  TRUSTED_PROXIES: z.string().transform(readProxies).optional(),
  RELEASES_BUCKET: z.url({ protocol: /^https?$/, error: 'must look like https://s3.example/bucket/folder' }).optional(),
  RELEASES_BUCKET_REGION: z.string().min(1, 'must name a region').default('us-east-1'),
  RELEASES_BUCKET_KEY_ID: z.string().min(1, 'must be the id of an access key').optional(),
  RELEASES_BUCKET_SECRET: z.string().min(1, 'must be the secret of the access key').optional(),
  RELEASE_SIGNING_KEY: z.string().min(1, 'must name a file with a private key').optional(),
  CDN_PURGE_URL: z.url({ protocol: /^https?$/, error: 'must look like https://api.fastly.com/service/<id>/purge' }).optional(),
  CDN_PURGE_TOKEN: z.string().min(1, 'must be a token that may purge').optional(),
  HOST: z.union([z.ipv4(), z.ipv6()], 'must be an address of this machine such as 0.0.0.0').default('127.0.0.1'),
  METRICS_PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(65_535, 'must be at most 65535')
    .optional(),
  DRAIN_SECONDS: z.coerce.number('must be a number').min(0, 'must be at least 0').max(300, 'must be at most 300').default(5),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must look like http://collector:4318' }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=\s]+=[^,]*(,[^=\s]+=[^,]*)*$/, 'must look like name=value,other=value')
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1, 'must be a name').default('masomo'),
  OTEL_TRACES_SAMPLER: z.enum(samplers, `must be one of ${samplers.join(', ')}`).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number').min(0, 'must be at least 0').max(1, 'must be at most 1').default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug'], 'must be fatal, error, warn, info or debug').default('error'),
});

/** Names of all environment variables. */
export const environmentNames: readonly string[] = Object.keys(valuesSchema.shape);

const environmentSchema = valuesSchema.superRefine(
  (
    {
      SUPABASE_URL,
      SUPABASE_PUBLISHABLE_KEY,
      DATABASE_URL,
      RELEASES_BUCKET,
      RELEASES_BUCKET_KEY_ID,
      RELEASES_BUCKET_SECRET,
      CDN_PURGE_URL,
      CDN_PURGE_TOKEN,
    },
    context,
  ) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (SUPABASE_URL !== undefined && SUPABASE_PUBLISHABLE_KEY === undefined)
      refuse('SUPABASE_PUBLISHABLE_KEY', 'must be set together with SUPABASE_URL');
    if (SUPABASE_URL !== undefined && DATABASE_URL !== undefined)
      refuse('DATABASE_URL', 'cannot be combined with SUPABASE_URL: unset one of them');
    if (RELEASES_BUCKET !== undefined && RELEASES_BUCKET_KEY_ID === undefined)
      refuse('RELEASES_BUCKET_KEY_ID', 'must be set together with RELEASES_BUCKET');
    if (RELEASES_BUCKET !== undefined && RELEASES_BUCKET_SECRET === undefined)
      refuse('RELEASES_BUCKET_SECRET', 'must be set together with RELEASES_BUCKET');
    if (CDN_PURGE_URL !== undefined && CDN_PURGE_TOKEN === undefined) refuse('CDN_PURGE_TOKEN', 'must be set together with CDN_PURGE_URL');
  },
);
export type Environment = z.infer<typeof environmentSchema>;

/** Variables whose values must not be printed. */
const secrets = new Set([
  'DATABASE_URL',
  'TARGET_DATABASE_URL',
  'SUPABASE_PUBLISHABLE_KEY',
  'SUPABASE_SECRET_KEY',
  'DEMO_PASSWORD',
  'RELEASES_BUCKET_SECRET',
  'CDN_PURGE_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

/** Reads the settings of the installation. Throws one line that names the invalid variable. */
export function readEnvironment(values: NodeJS.ProcessEnv = process.env): Environment {
  const parsed = environmentSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  const value = values[name];
  throw new Error(
    `${name} ${issue?.message}. It is ${value === undefined ? 'not set' : secrets.has(name) ? 'set to something else' : `"${value}"`}.`,
  );
}
