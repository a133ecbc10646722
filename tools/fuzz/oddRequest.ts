import { oddBody, oddPart, oddType, oddValue } from './oddValues.ts';
import type { Random } from './random.ts';
import type { Surface } from './surface.ts';

export type OddRequest = { method: string; path: string; headers: Record<string, string>; body: string | null };

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const preferences = [
  'return=representation',
  'return=minimal',
  'count=exact',
  'count=estimated',
  'resolution=merge-duplicates',
  'missing=default',
  'max-affected=1',
  'handling=strict, nonsense=1',
  'tx=rollback',
];
const authPaths = [
  'token?grant_type=password',
  'token?grant_type=refresh_token',
  'token?grant_type=pkce',
  'token?grant_type=nonsense',
  'signup',
  'recover',
  'otp',
  'resend',
  'verify',
  'verify?type=recovery&token=x',
  'user',
  'reauthenticate',
  'factors',
  'factors/x/challenge',
  'factors/11111111-1111-4111-8111-111111111111/verify',
  'invite',
  'admin/users',
  'admin/users/x',
  'admin/users/11111111-1111-4111-8111-111111111111/factors',
  'admin/generate_link',
  'settings',
  'health',
  '.well-known/jwks.json',
  'nonsense',
];
const authFields = [
  'email',
  'password',
  'phone',
  'token',
  'token_hash',
  'type',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code',
  'data',
  'factor_type',
  'friendly_name',
  'challenge_id',
  'nonce',
  'role',
  'ban_duration',
  'app_metadata',
];
const storagePaths = [
  'bucket',
  'bucket/cms-media',
  'bucket/x/empty',
  'object/list/cms-media',
  'object/list-v2/cms-media',
  'object/cms-media/media/a.png',
  'object/school-documents/a.pdf',
  'object/public/cms-media/a.png',
  'object/info/cms-media/a.png',
  'object/authenticated/school-documents/a.pdf',
  'object/sign/cms-media',
  'object/sign/cms-media/a.png?token=x',
  'object/upload/sign/cms-media/a.png?token=x',
  'object/move',
  'object/copy',
  'render/image/public/cms-media/a.png?width=x',
  'nonsense',
];
const storageFields = [
  'prefix',
  'limit',
  'offset',
  'search',
  'sortBy',
  'cursor',
  'with_delimiter',
  'bucketId',
  'sourceKey',
  'destinationKey',
  'destinationBucket',
  'prefixes',
  'expiresIn',
  'paths',
  'transform',
  'id',
  'name',
  'public',
  'file_size_limit',
  'allowed_mime_types',
];
const gatewayPaths = [
  '',
  'store',
  'store/cart',
  'sw/store/cart',
  'pricing',
  'dashboard/students',
  'sw/store',
  'login',
  'login/confirm?token_hash=x&type=recovery',
  'trial',
  'privacy',
  'dashboard/school/privacy',
  'dashboard/school/processing',
  'dashboard/addons/nonsense',
  '_document.json',
  'registry.json',
  'config.json',
  'sitemap.xml',
  'robots.txt',
  'manifest.webmanifest',
  '.well-known/assetlinks.json',
  'start-app',
  '_apps/greenfield/icon-192.png',
  '_apps/greenfield/manifest.webmanifest',
  'offline',
  'preview/page',
  'livez',
  'healthz',
  'readyz',
  'releases/shell/x/js/main.js',
  'releases/shell/0.1.0/..%2f..%2fregistry.json',
  '_releases/status',
  '_releases/actions',
  '_releases/reports',
  '_releases/cohort',
  '_releases/early',
  '_releases/local-builds',
  '_releases/local-builds/accept',
  '_releases/local-builds/invitations',
  '_releases/uploads/mfe-cms/0.1.0/a.js',
  '_releases/diff/mfe-cms/a/b',
  '_traces',
  'share.png?page=/pricing',
  '_live?since=x',
  '_local/nonsense',
];
const formFields = [
  'schoolName',
  'school',
  'kind',
  'county',
  'language',
  'addonId',
  'plan',
  'name',
  'firstName',
  'lastName',
  'senderName',
  'senderEmail',
  'email',
  'phone',
  'subject',
  'message',
  'supportType',
  'institution',
  'requestId',
  'orderNumber',
  'orderKey',
  'method',
  'attemptKey',
  'role',
  'schoolId',
];

const join = (path: string, query: string) => `${path}${query && (path.includes('?') ? '&' : '?')}${query}`;
const oddQuery = (random: Random, names: readonly string[]) =>
  Array.from(
    { length: Math.floor(random.next() * 4) },
    () => `${random.chance(0.1) ? oddPart(random) : random.pick(names)}=${oddPart(random)}`,
  ).join('&');

function oddObject(random: Random, fields: readonly string[]): string {
  if (random.chance(0.15)) return oddBody(random);
  const object = Object.fromEntries(fields.filter(() => random.chance(0.7)).map((field) => [field, oddValue(random)]));
  return JSON.stringify(random.chance(0.05) ? [object, oddValue(random)] : object);
}

function restRequest(random: Random, { tables, columns }: Surface): Pick<OddRequest, 'method' | 'path' | 'body'> {
  const method = random.pick(methods);
  const operators = ['eq', 'neq', 'gt', 'like', 'ilike', 'in', 'is', 'cs', 'ov', 'fts', 'match', 'not.eq', 'nonsense'];
  // A change or a deletion names one row, so that the data that later requests meet stay.
  const target =
    method === 'PATCH' || method === 'DELETE' || method === 'PUT'
      ? [`id=eq.${random.chance(0.5) ? crypto.randomUUID() : oddPart(random)}`]
      : [];
  const filters = Array.from(
    { length: Math.floor(random.next() * 3) },
    () => `${random.pick(columns)}=${random.pick(operators)}.${oddPart(random)}`,
  );
  const more = ['select', 'order', 'limit', 'offset', 'on_conflict', 'columns', 'or', 'and']
    .filter(() => random.chance(0.2))
    .map((name) => `${name}=${oddPart(random)}`);
  const body = ['POST', 'PATCH', 'PUT'].includes(method)
    ? oddObject(
        random,
        Array.from({ length: 5 }, () => random.pick(columns)),
      )
    : null;
  return {
    method,
    path: join(`/rest/v1/${random.chance(0.03) ? oddPart(random) : random.pick(tables)}`, [...target, ...filters, ...more].join('&')),
    body,
  };
}

function functionRequest(random: Random, { functions }: Surface): Pick<OddRequest, 'method' | 'path' | 'body'> {
  const [name, parameters] = random.pick(functions);
  const method = random.chance(0.85) ? 'POST' : random.pick(methods);
  const path = `/rest/v1/rpc/${name}`;
  return method === 'POST'
    ? { method, path, body: oddObject(random, parameters) }
    : { method, path: join(path, oddQuery(random, [...parameters, 'select'])), body: null };
}

function serviceRequest(
  random: Random,
  base: string,
  paths: readonly string[],
  fields: readonly string[],
): Pick<OddRequest, 'method' | 'path' | 'body'> {
  const method = random.chance(0.6) ? 'POST' : random.pick(methods);
  const path = random.chance(0.1) ? `${random.pick(paths)}/${oddPart(random)}` : random.pick(paths);
  const body = ['POST', 'PUT', 'PATCH'].includes(method) || random.chance(0.05) ? oddObject(random, fields) : null;
  return {
    method,
    path: join(base + path, random.chance(0.3) ? oddQuery(random, fields) : ''),
    body: method === 'GET' || method === 'HEAD' ? null : body,
  };
}

/** One request that no screen sends. */
export function oddRequest(random: Random, surface: Surface): OddRequest {
  const kind = random.next();
  const request =
    kind < 0.3
      ? restRequest(random, surface)
      : kind < 0.6
        ? functionRequest(random, surface)
        : kind < 0.72
          ? serviceRequest(random, '/auth/v1/', authPaths, authFields)
          : kind < 0.84
            ? serviceRequest(random, '/storage/v1/', storagePaths, storageFields)
            : kind < 0.9
              ? serviceRequest(random, '/functions/v1/', [...surface.edgeFunctions, 'nonsense'], formFields)
              : serviceRequest(random, '/', gatewayPaths, [
                  'page',
                  'tag',
                  'plan',
                  'action',
                  'app',
                  'version',
                  'visit',
                  'samples',
                  'failures',
                  'address',
                  'adds',
                  'invitation',
                ]);
  const headers: Record<string, string> = {};
  if (request.body !== null) headers['content-type'] = random.chance(0.85) ? 'application/json' : oddType(random);
  if (random.chance(0.2)) headers['prefer'] = random.pick(preferences);
  if (random.chance(0.1)) headers['accept'] = oddType(random);
  if (random.chance(0.05)) headers['range'] = random.pick(['0-0', 'bytes=9-1', '-1', 'x', '0-99999999999999999999']);
  if (random.chance(0.03)) headers['accept-profile'] = random.pick(['private', 'auth', 'x']);
  if (random.chance(0.03)) headers['content-profile'] = random.pick(['private', 'storage', 'x']);
  if (random.chance(0.02)) headers['content-encoding'] = 'gzip';
  if (random.chance(0.05))
    headers['cookie'] = random.pick(['masomo_canary=x', 'masomo_builds=e30.x', 'a='.repeat(500), 'masomo_cohort=..']);
  return { ...request, headers };
}
