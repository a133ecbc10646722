import { createHash } from 'node:crypto';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';

/** Emotion inserts rules through the CSSOM into style tags that are empty when they are added. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** A CSP source that allows exactly this text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function originOf(address: string): string[] {
  return URL.canParse(address) ? [new URL(address).origin] : [];
}

const chat = ['https://embed.tawk.to', 'https://*.tawk.to', 'wss://*.tawk.to'];
const map = ['https://www.openstreetmap.org'];

/** What a document is made of inline. */
export type Inline = { styles: readonly string[]; styleAttributes: readonly string[]; scripts: readonly string[] };

/**
 * The policy of one document: only the product's own scripts, and only the inline text it was composed with. Nothing may
 * frame it, but for the product itself where `isFramed`. Fonts, workers and the manifest come from the own origin and are not
 * named: what a new connection's first flight carries is short.
 */
export function contentSecurityPolicy(config: RuntimeConfig, inline: Inline, isFramed = false): string {
  const backend = originOf(config.supabaseUrl);
  const scheduler = originOf(config.widgets.schedulingUrl);
  const chatOrigins = config.widgets.chatPropertyId ? chat : [];
  const attributes = inline.styleAttributes.map(hashSource);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      ...inline.scripts.map(hashSource),
      ...scheduler,
      ...chatOrigins.filter((source) => source.startsWith('https:')),
    ],
    'style-src': ["'self'", emptyStyle, ...inline.styles.map(hashSource), ...scheduler],
    // Without it attributes fall back to `style-src`, which allows none.
    ...(attributes.length > 0 ? { 'style-src-attr': ["'unsafe-hashes'", ...attributes] } : {}),
    'img-src': ["'self'", 'data:', 'blob:', ...backend, ...chatOrigins.filter((source) => source.startsWith('https:'))],
    'connect-src': ["'self'", ...backend, ...chatOrigins],
    ...(backend.length > 0 ? { 'media-src': ["'self'", ...backend] } : {}),
    'frame-src': ["'self'", ...scheduler, ...map, ...chatOrigins.filter((source) => source.startsWith('https:'))],
    'form-action': ["'self'"],
    'frame-ancestors': [isFramed ? "'self'" : "'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/**
 * Headers of a document that is somebody's own: whoever opened it has no hold on its window. A page that anybody may read goes
 * without: a browser that keeps few processes would start another one for it, which a cheap phone takes a tenth of its first
 * picture's time for.
 */
export const privatePageHeaders = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };

/** Headers of every answer of the product's origin. */
export function commonHeaders(tls: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(tls ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' } : {}),
  };
}

/** The policy of a service worker, which fetches from its own origin and does nothing else. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** The policy of answers that are no documents of the product. */
export const strictPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
