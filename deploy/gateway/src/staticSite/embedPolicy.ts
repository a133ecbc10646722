import { markup } from '../document/markup.ts';

/** Browsers accept this directive in a header only. */
const headerOnlyDirective = /(?:^|; )frame-ancestors [^;]*/;

/** A document that carries its own policy, for a host that sends no headers. */
export async function embedPolicy(html: string, policy: string): Promise<string> {
  const charset = '<meta charset="utf-8">';
  if (!html.includes(charset)) throw new Error('The document does not declare its character set.');
  const meta = await markup`<meta http-equiv="Content-Security-Policy" content="${policy.replace(headerOnlyDirective, '')}">`;
  return html.replace(charset, `${charset}${meta}`);
}
