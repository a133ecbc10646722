import { brandMark, type Installation } from '@masomo/contracts/installation';

const style = `
:root{color-scheme:light dark;font-family:'Inter Variable',system-ui,sans-serif;line-height:1.55}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:#fff;color:#17211f}
main{max-width:30rem;padding:2rem}
h1{font-size:1.75rem;letter-spacing:-.02em;line-height:1.2;margin:0 0 1rem}
p{margin:0 0 1.25rem}
a{display:inline-block;padding:.65rem 1.1rem;border-radius:.5rem;background:#04745d;color:#fff;font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid currentColor;outline-offset:2px}
small{color:#50605c}
@media (prefers-color-scheme:dark){body{background:#0c1110;color:#eef3f1}a{background:#3fc8a5;color:#01201a}small{color:#a3b3ae}}`;

/** The document shown without a network, in every language at once; it loads nothing else. Its link reloads the page. */
export const offlinePage: Installation['offline'] = {
  html:
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>No connection | ${brandMark}</title><style>${style}</style></head>` +
    `<body><main><small>${brandMark}</small><h1>You are offline</h1><p>This page needs a connection. What you typed in other open tabs is still there; attendance and marks entered offline are sent when the connection is back.</p><p lang="sw">Uko nje ya mtandao. Ukurasa huu unahitaji muunganisho. Ulichoandika kwenye vichupo vingine bado kipo; mahudhurio na alama ulizoingiza bila mtandao zitatumwa muunganisho ukirudi.</p><p><a href="">Try again · <span lang="sw">Jaribu tena</span></a></p></main></body></html>`,
  style,
};
