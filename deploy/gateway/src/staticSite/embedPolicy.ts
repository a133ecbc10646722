import { escapeText } from '../document/escapeText.ts';

/** Only a header can say it. */
const inHeaderOnly = /(?:^|; )frame-ancestors [^;]*/;

/** A document that brings its own policy, for a host that sends no headers. */
export function embedPolicy(html: string, policy: string): string {
  const charset = '<meta charset="utf-8">';
  if (!html.includes(charset)) throw new Error('The document does not say its character set.');
  return html.replace(
    charset,
    `${charset}<meta http-equiv="Content-Security-Policy" content="${escapeText(policy.replace(inHeaderOnly, ''))}">`,
  );
}
