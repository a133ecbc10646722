import { html } from 'hono/html';
import { type Sender } from './sender.ts';

/** A part of an email, rendered both as HTML and as plain text. */
export type EmailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [string, string])[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[]; foot: readonly (readonly string[])[] }
  | { kind: 'link'; label: string; href: string };

export type EmailContent = { subject: string; title: string; blocks: readonly EmailBlock[] };

type Html = ReturnType<typeof html>;

const cellStyle = 'padding:6px 12px 6px 0;text-align:left;vertical-align:top;border-bottom:1px solid #8884';
const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none';

const withLineBreaks = (text: string): Html[] =>
  text.split(/\r?\n/).map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));

const cell = (text: string, index: number): Html => html`<td style="${cellStyle}${index > 0 ? ';text-align:right' : ''}">${text}</td>`;
const headCell = (text: string, index: number): Html => html`<th style="${cellStyle}${index > 0 ? ';text-align:right' : ''}">${text}</th>`;
const row = (cells: readonly string[]): Html =>
  html`<tr>
    ${cells.map(cell)}
  </tr>`;

function blockHtml(block: EmailBlock): Html {
  switch (block.kind) {
    case 'text':
      return html`<p>${withLineBreaks(block.text)}</p>`;
    case 'quote':
      return html`<blockquote style="margin:16px 0;padding:4px 16px;border-left:3px solid #8886">
        ${withLineBreaks(block.text)}
      </blockquote>`;
    case 'link':
      return html`<p style="margin:24px 0"><a href="${block.href}" style="${buttonStyle}">${block.label}</a></p>`;
    case 'facts':
      return html`<table role="presentation" style="border-collapse:collapse;margin:16px 0">
        ${block.facts.map(
          ([name, value]) =>
            html`<tr>
              <td style="${cellStyle};opacity:.75">${name}</td>
              <td style="${cellStyle}">${withLineBreaks(value)}</td>
            </tr>`,
        )}
      </table>`;
    case 'table':
      return html`<table style="border-collapse:collapse;width:100%;margin:16px 0">
        <thead>
          <tr>
            ${block.head.map(headCell)}
          </tr>
        </thead>
        <tbody>
          ${block.rows.map(row)}
        </tbody>
        <tfoot style="font-weight:600">
          ${block.foot.map(row)}
        </tfoot>
      </table>`;
  }
}

function blockText(block: EmailBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'quote':
      return block.text
        .split(/\r?\n/)
        .map((line) => `> ${line}`)
        .join('\n');
    case 'link':
      return `${block.label}: ${block.href}`;
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'table':
      return [block.head, ...block.rows, ...block.foot].map((cells) => cells.filter((text) => text !== '').join('  |  ')).join('\n');
  }
}

/** Renders an email with the sender's name and contact in its footer. */
export async function renderLayout(
  { subject, title, blocks }: EmailContent,
  { brand, contact, siteUrl }: Sender,
  language: string,
): Promise<{ subject: string; html: string; text: string }> {
  const footer = [brand.name, contact.phone, contact.email, siteUrl].filter((text) => text !== '');
  const document = await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body
        style="margin:0;padding:24px 12px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.6"
      >
        <div style="max-width:600px;margin:0 auto">
          <h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${title}</h1>
          ${blocks.map(blockHtml)}
          <p style="font-size:14px;margin-top:32px;padding-top:16px;border-top:1px solid #8884">${footer.join(' · ')}</p>
        </div>
      </body>
    </html>`;
  return {
    subject: subject.replace(/\s+/g, ' ').trim(),
    html: document.toString(),
    text: [title, ...blocks.map(blockText), `-- \n${footer.join('\n')}`].join('\n\n'),
  };
}
