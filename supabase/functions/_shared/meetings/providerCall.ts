import { z } from 'zod';

/** The provider takes no more requests before `until`. */
export class ProviderWaits extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super(`The provider takes no more requests before ${until.toISOString()}.`);
    this.name = 'ProviderWaits';
    this.until = until;
  }
}

/** The provider refuses the request, so that it is no use to send it again as it is. */
export class ProviderRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'ProviderRefusal';
    this.status = status;
    this.code = code;
  }
}

const requestTimeoutMs = 20_000;
const shortWaitMs = 30_000;
const errorSchema = z.looseObject({ code: z.union([z.string(), z.number()]).optional(), message: z.string().optional() });
const bodySchema = z.union([errorSchema.extend({ error: z.union([z.string(), errorSchema]).optional() }), z.null()]);

const nextMidnight = (now: number) => new Date(Math.floor(now / 86_400_000) * 86_400_000 + 86_400_000);

/** Until when a response with 429 asks to wait: what it says itself, midnight in Greenwich for a limit of a day, else half a minute. */
export function waitOf(headers: Headers, now: number): Date {
  const after = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(after)) return new Date(now + Number(after) * 1000);
  const named = Date.parse(after);
  if (named > now) return new Date(named);
  return /daily/i.test(headers.get('x-ratelimit-type') ?? '') ? nextMidnight(now) : new Date(now + shortWaitMs);
}

type Call = {
  method?: string;
  /** Value of the header `authorization`. */
  authorization?: string;
  json?: unknown;
  form?: Record<string, string>;
};

/** Asks a provider; rejects with `ProviderWaits`, with `ProviderRefusal`, or with another error where a later try may succeed. */
export async function providerCall<T>(
  url: string,
  schema: z.ZodType<T>,
  { method = 'GET', authorization, json, form }: Call = {},
): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(authorization ? { authorization } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const text = await response.text();
  if (response.ok) return schema.parse(text === '' ? {} : JSON.parse(text));
  if (response.status === 429) throw new ProviderWaits(waitOf(response.headers, Date.now()));
  if (response.status >= 500 || response.status === 408) throw new Error(`${new URL(url).hostname} answered with ${response.status}.`);
  const { code, message, error } = bodySchema.catch(null).parse(jsonOrNull(text)) ?? {};
  const named = typeof error === 'string' ? error : (error?.code ?? code);
  throw new ProviderRefusal(response.status, String(named ?? response.status), message ?? `Refused with ${response.status}.`);
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An account at a provider: what it is known by, and the token that it has. */
export type ProviderAccount = {
  keys: Record<string, string>;
  accessToken: string | null;
  tokenEndsAt: string | null;
  /** Keeps a token for the next call. */
  keep(token: string, endsAt: string): Promise<unknown>;
};

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });
const tokenMarginMs = 60_000;

/** Does something with a token of the account, which is renewed when it has ended, and once when the provider takes it no more. */
export async function withToken<T>(
  account: ProviderAccount,
  renew: () => Promise<unknown>,
  use: (authorization: string) => Promise<T>,
): Promise<T> {
  const fresh = async () => {
    const { access_token: token, expires_in: seconds } = tokenSchema.parse(await renew());
    const endsAt = new Date(Date.now() + seconds * 1000 - tokenMarginMs).toISOString();
    Object.assign(account, { accessToken: token, tokenEndsAt: endsAt });
    await account.keep(token, endsAt);
    return token;
  };
  const isValid = account.accessToken && account.tokenEndsAt && Date.parse(account.tokenEndsAt) > Date.now();
  const token = isValid ? (account.accessToken ?? '') : await fresh();
  try {
    return await use(`Bearer ${token}`);
  } catch (error) {
    if (!isValid || !(error instanceof ProviderRefusal) || error.status !== 401) throw error;
    return await use(`Bearer ${await fresh()}`);
  }
}
