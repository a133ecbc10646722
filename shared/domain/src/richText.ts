// Text as an editor types it: a blank line ends a paragraph, lines starting with `- ` or `1. ` are a list,
// **bold**, *italic* and [label](address); a backslash makes a sign plain. It becomes a tree, never markup, so nothing in it can run.

export type Inline =
  { kind: 'text'; text: string } | { kind: 'bold' | 'italic'; text: string } | { kind: 'link'; text: string; href: string };
export type TextBlock = { kind: 'paragraph'; inlines: Inline[] } | { kind: 'list'; isOrdered: boolean; items: Inline[][] };

const words = String.raw`(?:\\.|[^\\])+?`;
const inlinePattern = new RegExp(String.raw`\\([\\*\[\].\d-])|\*\*(${words})\*\*|\*(${words})\*|\[((?:\\.|[^\]\\])+)\]\(([^)\s]+)\)`, 'g');
const plain = (text: string) => text.replace(/\\([\\*[\].\d-])/g, '$1');

/** Addresses a link may have: inside the site, the web, mail and telephone. */
export function isSafeHref(href: string): boolean {
  return /^(https?:\/\/|mailto:|tel:|#|\/(?!\/))/i.test(href) && !/[\u0000-\u0020\\]/.test(href);
}

function parseInlines(text: string): Inline[] {
  const inlines: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(inlinePattern)) {
    const [whole, sign, bold, italic, label, href] = match;
    if (match.index > end) addText(inlines, text.slice(end, match.index));
    if (sign !== undefined) addText(inlines, sign);
    else if (bold !== undefined) inlines.push({ kind: 'bold', text: plain(bold) });
    else if (italic !== undefined) inlines.push({ kind: 'italic', text: plain(italic) });
    else if (label !== undefined && href !== undefined && isSafeHref(href)) inlines.push({ kind: 'link', text: plain(label), href });
    else addText(inlines, plain(label ?? whole));
    end = match.index + whole.length;
  }
  if (end < text.length) addText(inlines, text.slice(end));
  return inlines;
}

function addText(inlines: Inline[], text: string) {
  const last = inlines.at(-1);
  if (last?.kind === 'text') inlines[inlines.length - 1] = { kind: 'text', text: last.text + text };
  else inlines.push({ kind: 'text', text });
}

/** Reads an editor's text. A link to an address that is not safe stays as its words alone. */
export function parseRichText(text: string): TextBlock[] {
  const chunks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((chunk) => chunk.trim())
    .filter(Boolean);
  return chunks.map((chunk): TextBlock => {
    const lines = chunk.split('\n');
    for (const [isOrdered, mark] of [
      [false, /^[-*] /],
      [true, /^\d+\. /],
    ] as const) {
      if (lines.every((line) => mark.test(line)))
        return { kind: 'list', isOrdered, items: lines.map((line) => parseInlines(line.replace(mark, ''))) };
    }
    return { kind: 'paragraph', inlines: parseInlines(lines.join(' ')) };
  });
}

/** An id for a heading, to link to it: `5. Fees and payment` gives `fees-and-payment`. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/^\d+\.\s*/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
