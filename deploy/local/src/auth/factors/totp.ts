import { Secret, TOTP } from 'otpauth';
import { toString as renderQrCode } from 'qrcode';

const totpOptions = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Creates a TOTP secret, its `otpauth:` URI and the URI as an SVG QR code. */
export async function createTotp({
  issuer,
  label,
}: {
  issuer: string;
  label: string;
}): Promise<{ secret: string; uri: string; qrCode: string }> {
  const totp = new TOTP({ ...totpOptions, issuer, label, secret: new Secret({ size: 20 }) });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qrCode: await renderQrCode(uri, { type: 'svg', margin: 2 }) };
}

/** The time step that a code is of: now, one period before or one after; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...totpOptions, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta;
}
