import type { StoredEncoding } from '@masomo/release';

/** Encodings a visitor accepts, best first, of those that are kept. */
export function acceptedEncodings(header: string | undefined): StoredEncoding[] {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    if (name) weights.set(name, q ? Number(q.slice(2)) || 0 : 1);
  }
  return (['br', 'gzip'] as const).filter((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0);
}
