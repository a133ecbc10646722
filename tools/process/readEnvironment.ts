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
    .default(8080)
    .describe('port on the loopback address'),
  DATA_DIR: z
    .string()
    .min(1, 'must name a folder')
    .default('.data')
    .describe(
      "database, files, releases, mailbox. If PostgreSQL's user may not enter this folder (the product runs as root in a private folder), the database files are in `/var/lib/masomo` and `postgres.location` in this folder names the place",
    ),
  DEMO_PASSWORD: z
    .string()
    .min(10, 'must have at least 10 characters')
    .max(72, 'must have at most 72 characters')
    .default('masomo-demo-2026')
    .describe('password of the demonstration accounts, set when they are first created'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgresql://user:password@host:5432/database' })
    .optional()
    .describe('another PostgreSQL 15 or newer instead of the embedded one'),
  TARGET_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgresql://user:password@host:5432/database' })
    .optional()
    .describe('target of `npm run move`'),
  DATA_PLACE: z
    .string()
    .min(1, 'must name a place such as Nairobi, Kenya')
    .max(200, 'must have at most 200 characters')
    .optional()
    .describe('where the personal data is kept, such as `Nairobi, Kenya`; printed by `npm run doctor`'),
  AUDIT_LOG_TOKEN: z
    .string()
    .min(1, 'must be a token that the receiver knows')
    .optional()
    .describe('bearer token that `npm run send-log` sends'),
  CLAMD_SOCKET: z
    .string()
    .regex(/^(\/.+|[^\s/:]+:\d+)$/, 'must be the path of a socket such as /run/clamav/clamd.ctl, or host:port')
    .optional()
    .describe(
      "ClamAV's daemon for the embedded backend, the path of its socket or host:port; uploads are then scanned, and refused while it is away",
    ),
  POSTGREST_BIN: z.string().min(1, 'must name a program').optional().describe('another PostgREST executable than the packaged one'),
  FUNCTIONS_RUNTIME: z
    .enum(['threads', 'deno'], 'must be threads or deno')
    .default('threads')
    .describe('`deno` runs the edge functions in Deno, as Supabase does'),
  SUPABASE_URL: webAddress.optional().describe('a Supabase project instead of the embedded backend'),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1, 'must be the key of the project').optional().describe("that project's publishable key"),
  SUPABASE_SECRET_KEY: z
    .string()
    .min(1, 'must be the secret key of the project')
    .optional()
    .describe("that project's secret key, for `npm run account` and `npm run doctor`"),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/, error: 'must look like https://school.example' })
    .transform((address) => new URL(address).origin)
    .optional()
    .describe(
      'public address behind a proxy; with `https:` responses carry HSTS. One that other machines reach means [production mode](installing.md#production-mode)',
    ),
  TRUSTED_PROXIES: z
    .string()
    .transform(readProxies)
    .optional()
    .describe('proxies whose `X-Forwarded-For` is trusted: their number, or their networks (`10.0.0.0/8, fd00::/8`)'),
  RELEASES_BUCKET: z
    .url({ protocol: /^https?$/, error: 'must look like https://s3.example/bucket/folder' })
    .optional()
    .describe(
      'releases in an S3-compatible bucket with conditional writes (`https://<endpoint>/<bucket>/<folder>`) instead of the folder of `DATA_DIR`, shared by several gateways; each picks up a change within a second',
    ),
  RELEASES_BUCKET_REGION: z.string().min(1, 'must name a region').default('us-east-1').describe('region of that bucket'),
  RELEASES_BUCKET_KEY_ID: z.string().min(1, 'must be the id of an access key').optional().describe('id of the access key to that bucket'),
  RELEASES_BUCKET_SECRET: z
    .string()
    .min(1, 'must be the secret of the access key')
    .optional()
    .describe('secret of the access key to that bucket'),
  RELEASE_SIGNING_KEY: z
    .string()
    .min(1, 'must name a file with a private key')
    .optional()
    .describe('file with a private Ed25519 key (`openssl genpkey -algorithm ed25519`) that signs builds; see `npm run release -- trust`'),
  CDN_PURGE_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://api.fastly.com/service/<id>/purge' })
    .optional()
    .describe('purge API of a CDN (Fastly, Cloudflare), called by `npm run serve` when public pages change'),
  CDN_PURGE_TOKEN: z.string().min(1, 'must be a token that may purge').optional().describe('token that may purge'),
  HOST: z
    .union([z.ipv4(), z.ipv6()], 'must be an address of this machine such as 0.0.0.0')
    .default('127.0.0.1')
    .describe('where `npm run serve` listens; `0.0.0.0` in a container'),
  METRICS_PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(65_535, 'must be at most 65535')
    .optional()
    .describe('port of `npm run serve` for Prometheus, under `/metrics`'),
  DRAIN_SECONDS: z.coerce
    .number('must be a number')
    .min(0, 'must be at least 0')
    .max(300, 'must be at most 300')
    .default(5)
    .describe('how long `npm run serve` keeps serving after SIGTERM with `/readyz` at 503, so that load balancers notice'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must look like http://collector:4318' })
    .optional()
    .describe(
      "OTLP/HTTP endpoint for traces (a collector, Jaeger, Tempo), from the browser's action to the SQL; without it nothing is traced",
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=\s]+=[^,]*(,[^=\s]+=[^,]*)*$/, 'must look like name=value,other=value')
    .optional()
    .describe('headers for that endpoint, as OpenTelemetry defines them'),
  OTEL_SERVICE_NAME: z.string().min(1, 'must be a name').default('masomo').describe('name of the service in traces'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, `must be one of ${samplers.join(', ')}`)
    .default('parentbased_always_on')
    .describe('`always_on`, `traceidratio` or one of both with `parentbased_` before it'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number')
    .min(0, 'must be at least 0')
    .max(1, 'must be at most 1')
    .default(1)
    .describe('share of the traces that a ratio keeps'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'], 'must be fatal, error, warn, info or debug')
    .default('error')
    .describe('`fatal`, `error`, `warn`, `info` or `debug`'),
});

/** Names of all environment variables. */
export const environmentNames: readonly string[] = Object.keys(valuesSchema.shape);

export type Setting = { name: string; default: string | null; meaning: string };

/** Every environment variable with its default and meaning, for the documents. */
export function describeSettings(): Setting[] {
  return Object.entries(valuesSchema.shape).map(([name, schema]) => {
    const value: unknown = schema.parse(undefined);
    return { name, default: value === undefined ? null : String(value), meaning: schema.description ?? '' };
  });
}

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
