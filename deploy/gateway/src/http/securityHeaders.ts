import { createHash } from 'node:crypto';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';

/** Emotion adds style tags empty and inserts their rules through the CSSOM. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** A CSP source that allows exactly this text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function originOf(address: string): string[] {
  return URL.canParse(address) ? [new URL(address).origin] : [];
}

const chatSources = ['https://embed.tawk.to', 'https://*.tawk.to', 'wss://*.tawk.to'];
const mapSources = ['https://www.openstreetmap.org'];

/** The inline text of a document. */
type InlineText = { styles: readonly string[]; styleAttributes: readonly string[]; scripts: readonly string[] };

/**
 * The policy of one document: only the product's own scripts, and only the inline text it was composed with. Nothing may
 * frame it, except the product itself when `isFramed`. Fonts, workers and the manifest fall under `default-src` and are not
 * named, because the policy shares a new connection's first flight with the document.
 */
export function contentSecurityPolicy(config: RuntimeConfig, inline: InlineText, isFramed = false): string {
  const backend = originOf(config.supabaseUrl);
  const scheduler = originOf(config.widgets.schedulingUrl);
  const chatOrigins = config.widgets.chatPropertyId ? chatSources : [];
  const attributes = inline.styleAttributes.map(hashSource);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      // Compiles WebAssembly, which reads codes of cards and books where the browser has no reader of its own; evaluates no text.
      "'wasm-unsafe-eval'",
      ...inline.scripts.map(hashSource),
      ...scheduler,
      ...chatOrigins.filter((source) => source.startsWith('https:')),
    ],
    'style-src': ["'self'", emptyStyle, ...inline.styles.map(hashSource), ...scheduler],
    // Without it style attributes fall back to `style-src`, which allows none of them.
    ...(attributes.length > 0 ? { 'style-src-attr': ["'unsafe-hashes'", ...attributes] } : {}),
    'img-src': ["'self'", 'data:', 'blob:', ...backend, ...chatOrigins.filter((source) => source.startsWith('https:'))],
    'connect-src': ["'self'", ...backend, ...chatOrigins],
    ...(backend.length > 0 ? { 'media-src': ["'self'", ...backend] } : {}),
    'frame-src': ["'self'", ...scheduler, ...mapSources, ...chatOrigins.filter((source) => source.startsWith('https:'))],
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
 * Headers of a signed-in or personal page: the window that opened it gets no reference to it. Public pages do without, because a
 * browser may start another process for such a page, which costs a cheap phone a tenth of its time to first paint.
 */
export const privatePageHeaders = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };

/**
 * Two years, for this host only. The hosts below it are the school's own, perhaps without TLS, and were closed to every visitor for as
 * long; nor is the product the one to enter the school's domain in the browsers' lists.
 */
const strictTransport = 'max-age=63072000';

/** Headers of every response of the product's origin. */
export function commonHeaders(tls: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    ...(tls ? { 'strict-transport-security': strictTransport } : {}),
  };
}

/** The policy of a service worker, which only fetches from its own origin. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** The policy of responses that are not documents of the product. */
export const strictPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";
