import { html } from 'hono/html';
import { type HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Layout of every development page. Plain HTML without scripts, so that it works when the product does not. */
export function page({ title, children, refreshSeconds }: { title: string; children: Html; refreshSeconds?: number | undefined }): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${refreshSeconds ? html`<meta http-equiv="refresh" content="${refreshSeconds}" />` : ''}
        <title>${title} · developer tools</title>
        <link rel="stylesheet" href="/_local/style.css" />
      </head>
      <body>
        <header>
          <nav aria-label="Developer tools">
            <a href="/_local/">Developer tools</a> <a href="/_local/mailbox">Mailbox</a> <a href="/">To the product</a>
          </nav>
        </header>
        <main>
          <h1>${title}</h1>
          ${children}
        </main>
      </body>
    </html>`;
}

export const stylesheet = `
:root { color-scheme: light dark; --ground: light-dark(#fff, #14161a); --text: light-dark(#16181d, #e8eaee); --soft: light-dark(#5a6270, #a3abb8); --line: light-dark(#dfe3e9, #30353e); --accent: light-dark(#1d4ed8, #93b4ff); }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
header, main { max-width: 60rem; margin: 0 auto; padding: 1rem }
header { border-bottom: 1px solid var(--line) }
nav { display: flex; flex-wrap: wrap; gap: 1.25rem }
a { color: var(--accent) }
a:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 1rem 0; overflow-wrap: anywhere }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem }
.soft { color: var(--soft) }
ul.list { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line) }
ul.list > li { padding: .75rem 0; border-bottom: 1px solid var(--line) }
ul.list .title { font-weight: 600; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 }
dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere }
iframe { display: block; width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 8px; background: #fff; color-scheme: light }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 8px; padding: 1rem; font: 14px/1.6 ui-monospace, monospace }
button { font: inherit; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; cursor: pointer }
button.main { background: var(--accent); color: var(--ground); border-color: var(--accent); font-weight: 600 }
form { margin: 1rem 0 }
form.choices { display: flex; flex-wrap: wrap; gap: .5rem }
summary { cursor: pointer; margin: 1.5rem 0 .5rem }
`;
