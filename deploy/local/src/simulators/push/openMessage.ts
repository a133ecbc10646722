import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { z } from 'zod';

/** The keys that a browser makes for a device and keeps. */
export type DeviceKeys = { privateKey: string; publicKey: string; secret: string };

const keyBytes = 65;
const saltBytes = 16;
const headerBytes = saltBytes + 4 + 1;
const tagBytes = 16;
const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number) => Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Opens a message of one record as the browser does: RFC 8291 over RFC 8188 (`aes128gcm`). Throws where it was not made for this device. */
export function openMessage(message: Buffer, { privateKey, publicKey, secret }: DeviceKeys): string {
  const salt = message.subarray(0, saltBytes);
  const idBytes = message[headerBytes - 1];
  if (idBytes !== keyBytes) throw new Error('The message does not name the key of its sender.');
  const senderKey = message.subarray(headerBytes, headerBytes + keyBytes);
  const record = message.subarray(headerBytes + keyBytes);
  if (record.length > message.readUInt32BE(saltBytes)) throw new Error('The message has more than one record.');
  const device = createECDH('prime256v1');
  device.setPrivateKey(privateKey, 'base64url');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(publicKey, 'base64url'), senderKey]);
  const shared = derive(device.computeSecret(senderKey), Buffer.from(secret, 'base64url'), info, 32);
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  cipher.setAuthTag(record.subarray(-tagBytes));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -tagBytes)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('The message is not padded as the last of its records.');
  return padded.subarray(0, end).toString('utf8');
}

const claimsSchema = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });
const dayMs = 86_400_000;

/** Why a push service refuses a sender's signature (RFC 8292) for a device that names a key; null where it is right. */
export function signatureProblem(authorization: string | null, senderKey: string, audience: string, nowMs = Date.now()): string | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  if (key !== senderKey) return 'Another sender’s key.';
  const [header = '', payload = '', signature = ''] = token.split('.');
  const bytes = Buffer.from(key, 'base64url');
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    return 'A wrong signature.';
  const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).data;
  if (claims?.aud !== audience) return 'Signed for another service.';
  if (claims.exp * 1000 <= nowMs || claims.exp * 1000 > nowMs + dayMs) return 'Signed for another time.';
  return /^(mailto:|https:)/.test(claims.sub) ? null : 'The sender names no contact.';
}
