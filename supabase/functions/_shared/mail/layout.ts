import { type Sender } from './outbox.ts';

/** One piece of a mail, written once and shown twice: as HTML and as plain text. */
export type EmailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [string, string])[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[]; foot: readonly (readonly string[])[] }
  | { kind: 'link'; label: string; href: string };

export type EmailContent = { subject: string; title: string; blocks: readonly EmailBlock[] };

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
const lines = (text: string) => escape(text).replace(/\r?\n/g, '<br>');
const cell = 'padding:6px 12px 6px 0;text-align:left;vertical-align:top;border-bottom:1px solid #8884';

function blockHtml(part: EmailBlock): string {
  switch (part.kind) {
    case 'text':
      return `<p>${lines(part.text)}</p>`;
    case 'quote':
      return `<blockquote style="margin:16px 0;padding:4px 16px;border-left:3px solid #8886">${lines(part.text)}</blockquote>`;
    case 'link':
      return `<p style="margin:24px 0"><a href="${escape(part.href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none">${escape(part.label)}</a></p>`;
    case 'facts':
      return `<table role="presentation" style="border-collapse:collapse;margin:16px 0">${part.facts.map(([name, value]) => `<tr><td style="${cell};opacity:.75">${escape(name)}</td><td style="${cell}">${lines(value)}</td></tr>`).join('')}</table>`;
    case 'table': {
      const row = (cells: readonly string[], tag: 'th' | 'td') =>
        `<tr>${cells.map((text, index) => `<${tag} style="${cell}${index > 0 ? ';text-align:right' : ''}">${escape(text)}</${tag}>`).join('')}</tr>`;
      const foot = part.foot.map((cells) => row(cells, 'td')).join('');
      return `<table style="border-collapse:collapse;width:100%;margin:16px 0"><thead>${row(part.head, 'th')}</thead><tbody>${part.rows.map((cells) => row(cells, 'td')).join('')}</tbody><tfoot style="font-weight:600">${foot}</tfoot></table>`;
    }
  }
}

function blockText(part: EmailBlock): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'quote':
      return part.text
        .split(/\r?\n/)
        .map((line) => `> ${line}`)
        .join('\n');
    case 'link':
      return `${part.label}: ${part.href}`;
    case 'facts':
      return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'table':
      return [part.head, ...part.rows, ...part.foot].map((cells) => cells.filter((text) => text !== '').join('  |  ')).join('\n');
  }
}

/** The letter on the house's paper. */
export function renderLayout(
  { subject, title, parts: blocks }: EmailContent,
  { brand, contact, siteUrl }: Sender,
): { subject: string; html: string; text: string } {
  const foot = [brand.name, contact.phone, contact.email, siteUrl].filter((text) => text !== '');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px 12px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.6"><div style="max-width:600px;margin:0 auto">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${escape(title)}</h1>
${blocks.map(blockHtml).join('\n')}
<p style="font-size:14px;margin-top:32px;padding-top:16px;border-top:1px solid #8884">${foot.map(escape).join(' · ')}</p>
</div></body></html>`;
  return {
    subject: subject.replace(/\s+/g, ' ').trim(),
    html,
    text: [title, ...blocks.map(blockText), `-- \n${foot.join('\n')}`].join('\n\n'),
  };
}
