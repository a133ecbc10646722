import { z } from 'zod';
import { fromLocalDateTime, toLocalDateTime } from '@masomo/domain/time';
import { requireSetting, setting } from '../environment.ts';
import { requestTimeoutMs } from './provider.ts';

// The wire to M-Pesa's Daraja: token, signed password, calls. What the answers mean stands in `mpesa.ts`.
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
  const credentials = btoa(`${requireSetting('DARAJA_CONSUMER_KEY')}:${requireSetting('DARAJA_CONSUMER_SECRET')}`);
  const answer = await fetch(`${requireSetting('DARAJA_BASE_URL')}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${credentials}` },
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  if (!answer.ok) throw new DarajaRefusal(answer.status, `M-Pesa gave no access token: ${answer.status} ${await answer.text()}`);
  const { access_token: value, expires_in: seconds } = tokenSchema.parse(await answer.json());
  token = { value, endsAt: Date.now() + seconds * 1000 - tokenMarginMs };
  return value;
}

/** The credentials are refused; nothing went out. */
export class DarajaRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'DarajaRefusal';
    this.status = status;
  }
}

/** Posts to Daraja with a valid token; a stale one is renewed once. Rejects when there is no answer that can be read. */
export async function darajaCall(path: string, body: Record<string, unknown>): Promise<DarajaResponse> {
  for (const isLast of [false, true]) {
    const answer = await fetch(`${requireSetting('DARAJA_BASE_URL')}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const parsedBody = responseSchema.safeParse(await answer.json().catch(() => ({}))).data ?? {};
    if (isLast || (answer.status !== 401 && parsedBody.errorCode !== '404.001.03')) return { status: answer.status, body: parsedBody };
    token = undefined;
  }
  throw new Error('unreachable');
}

/** `YYYYMMDDHHmmss` in East Africa Time, which has no summer time. */
export function formatDarajaTime(now: Date): string {
  return toLocalDateTime(now).replace(/\D/g, '');
}

/** The instant a `YYYYMMDDHHmmss` of East Africa Time stands for; undefined when it is none. */
export function parseDarajaTime(time: string): string | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(time) ?? [];
  if (parts.length !== 6) return undefined;
  return fromLocalDateTime(`${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}`) ?? undefined;
}

/** Short code, timestamp and the password made of them. */
export function signedFields(now: Date): { BusinessShortCode: string; Password: string; Timestamp: string } {
  const BusinessShortCode = requireSetting('DARAJA_SHORTCODE');
  const Timestamp = formatDarajaTime(now);
  return { BusinessShortCode, Password: btoa(`${BusinessShortCode}${requireSetting('DARAJA_PASSKEY')}${Timestamp}`), Timestamp };
}

const hex = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Callbacks carry no signature: each address ends in one of its own that only M-Pesa is told. */
export async function callbackToken(subject: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(requireSetting('DARAJA_CALLBACK_TOKEN')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return hex(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(subject))).slice(0, 40);
}

/** Address for M-Pesa's answer about something; none of the words M-Pesa refuses stands in it. */
export async function callbackUrl(kind: 'payment' | 'refund' | 'refund-timeout', id: string): Promise<string> {
  const base = setting('DARAJA_CALLBACK_BASE') ?? `${requireSetting('SUPABASE_URL')}/functions/v1`;
  return `${base}/payment-callback/${kind}/${id}/${await callbackToken(`${kind} ${id}`)}`;
}
