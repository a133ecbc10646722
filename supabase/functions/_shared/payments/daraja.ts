import { z } from 'zod';
import { fromLocalDateTime, toLocalDateTime } from '@masomo/domain/time';
import { requireSetting } from '../environment.ts';
import { requestTimeoutMs } from './provider.ts';
import { requireDaraja } from './settings.ts';

// Client of M-Pesa's Daraja API: token, signed password, calls. `mpesa.ts` interprets the responses.
const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().catch(3599) });
const textSchema = z.union([z.string(), z.number()]).transform(String);
const responseSchema = z.looseObject({
  errorCode: textSchema.optional(),
  errorMessage: z.string().optional(),
  ResponseCode: textSchema.optional(),
  ResponseDescription: z.string().optional(),
  MerchantRequestID: z.string().optional(),
  CheckoutRequestID: z.string().optional(),
  ResultCode: textSchema.optional(),
  ResultDesc: z.string().optional(),
  ConversationID: z.string().optional(),
  OriginatorConversationID: z.string().optional(),
  Response: z.unknown().optional(),
});
export type DarajaResponse = { status: number; body: z.infer<typeof responseSchema> };

const tokenMarginMs = 60_000;
let token: { value: string; endsAt: number } | undefined;

async function accessToken(): Promise<string> {
  if (token && token.endsAt > Date.now()) return token.value;
  const { DARAJA_BASE_URL, DARAJA_CONSUMER_KEY, DARAJA_CONSUMER_SECRET } = requireDaraja();
  const credentials = btoa(`${DARAJA_CONSUMER_KEY}:${DARAJA_CONSUMER_SECRET}`);
  const response = await fetch(`${DARAJA_BASE_URL}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${credentials}` },
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  if (!response.ok)
    throw new DarajaRefusal(response.status, `M-Pesa returned no access token: ${response.status} ${await response.text()}`);
  const { access_token: value, expires_in: seconds } = tokenSchema.parse(await response.json());
  token = { value, endsAt: Date.now() + seconds * 1000 - tokenMarginMs };
  return value;
}

/** The credentials were refused, so no request was sent. */
export class DarajaRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'DarajaRefusal';
    this.status = status;
  }
}

/** Posts to Daraja and renews an expired token once. Rejects without a response. */
export async function darajaCall(path: string, body: Record<string, unknown>): Promise<DarajaResponse> {
  for (const isLast of [false, true]) {
    const response = await fetch(`${requireDaraja().DARAJA_BASE_URL}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const parsedBody = responseSchema.safeParse(await response.json().catch(() => ({}))).data ?? {};
    if (isLast || (response.status !== 401 && parsedBody.errorCode !== '404.001.03')) return { status: response.status, body: parsedBody };
    token = undefined;
  }
  throw new Error('unreachable');
}

/** Formats a time as `YYYYMMDDHHmmss` in East Africa Time, which has no daylight saving time. */
export function formatDarajaTime(now: Date): string {
  return toLocalDateTime(now).replace(/\D/g, '');
}

/** Parses `YYYYMMDDHHmmss` in East Africa Time to an ISO instant; undefined when it is invalid. */
export function parseDarajaTime(time: string): string | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(time) ?? [];
  if (parts.length !== 6) return undefined;
  return fromLocalDateTime(`${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}`) ?? undefined;
}

/** Short code, timestamp and the password derived from them. */
export function signedFields(now: Date): { BusinessShortCode: string; Password: string; Timestamp: string } {
  const { DARAJA_SHORTCODE: BusinessShortCode, DARAJA_PASSKEY } = requireDaraja();
  const Timestamp = formatDarajaTime(now);
  return { BusinessShortCode, Password: btoa(`${BusinessShortCode}${DARAJA_PASSKEY}${Timestamp}`), Timestamp };
}

const hex = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Token that authenticates a callback: callbacks have no signature, so each URL ends in an HMAC that only M-Pesa receives. */
export async function callbackToken(subject: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(requireDaraja().DARAJA_CALLBACK_TOKEN),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return hex(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(subject))).slice(0, 40);
}

/** Callback URL for a payment or refund; it avoids the words that M-Pesa bans in URLs. */
export async function callbackUrl(kind: 'payment' | 'refund' | 'refund-timeout', id: string): Promise<string> {
  const base = requireDaraja().DARAJA_CALLBACK_BASE ?? `${requireSetting('SUPABASE_URL')}/functions/v1`;
  return `${base}/payment-callback/${kind}/${id}/${await callbackToken(`${kind} ${id}`)}`;
}
