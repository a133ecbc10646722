import webPush from 'web-push';
import type { PushKeys } from './pushKeys.ts';

/** The address and keys of a device, as its browser gave them. */
export type PushTarget = { endpoint: string; publicKey: string; secret: string };
export type PushResult =
  { outcome: 'sent' } | { outcome: 'gone'; reason: string } | { outcome: 'failed'; reason: string; isFinal: boolean; waitSeconds?: number };

const timeoutMs = 8_000;
/** A device that was off for longer has older news in the product. */
const keepSeconds = 24 * 3_600;
/** The message itself or its address is wrong, and stays so. */
const finalStatuses = new Set([400, 413]);
const goneStatuses = new Set([404, 410]);

/** Seconds of a `Retry-After`, which services send with 429 and 503. */
function waitOf(response: Response, now: number): number | undefined {
  const header = response.headers.get('retry-after');
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}

/** Gives a message to the push service of a device: encrypted for the device (RFC 8291) and signed by the sender (RFC 8292). */
export async function sendPush(target: PushTarget, keys: PushKeys, subject: string, payload: object): Promise<PushResult> {
  try {
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: target.endpoint, keys: { p256dh: target.publicKey, auth: target.secret } },
      JSON.stringify(payload),
      { vapidDetails: { subject, ...keys }, TTL: keepSeconds, urgency: 'normal', contentEncoding: 'aes128gcm' },
    );
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body ?? []),
      // No address but the one that was checked.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    const reason = `The push service answered ${response.status}.`;
    if (response.ok) return { outcome: 'sent' };
    if (goneStatuses.has(response.status)) return { outcome: 'gone', reason };
    const waitSeconds = waitOf(response, Date.now());
    return { outcome: 'failed', reason, isFinal: finalStatuses.has(response.status), ...(waitSeconds !== undefined && { waitSeconds }) };
  } catch (error) {
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error), isFinal: false };
  }
}
