import { richTextOf, type RichTextDocument, type RichTextParagraph } from '@masomo/domain/richText';

/** The global that a payload sets when it runs. */
export const executedFlag = '__ran';
const run = `window.${executedFlag}=1`;

const scripts = [
  `<script>${run}</script>`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<script >${run}</script >`,
  `<script src="data:text/javascript,${run}"></script>`,
  `<script src=//evil.test/x.js></script>`,
  `<script type=module>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<img src=x onerror=${run}>`,
  `<IMG SRC=x OnErRoR='${run}'>`,
  `<img/src=x/onerror=${run}>`,
  `<img src="x\` onerror=${run}">`,
  `<svg onload=${run}>`,
  `<svg/onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${run}"><text y=20>x</text></a></svg>`,
  `<body onload=${run}>`,
  `<iframe srcdoc="<script>parent.${executedFlag}=1</script>"></iframe>`,
  `<iframe src="javascript:parent.${executedFlag}=1"></iframe>`,
  `<object data="javascript:${run}"></object>`,
  `<embed src="javascript:${run}">`,
  `<video><source onerror=${run}></video>`,
  `<audio src=x onerror=${run}>`,
  `<details open ontoggle=${run}>x</details>`,
  `<input autofocus onfocus=${run}>`,
  `<select autofocus onfocus=${run}>`,
  `<textarea autofocus onfocus=${run}></textarea>`,
  `<button autofocus onfocus=${run}>x</button>`,
  `<a href="javascript:${run}" autofocus onfocus=${run}>x</a>`,
  `<form action="javascript:${run}"><button>x</button></form>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<style>@import 'javascript:${run}';</style>`,
  `<style onload=${run}></style>`,
  `<link rel=stylesheet href=x onerror=${run}>`,
  `<link rel=import href="data:text/html,<script>${run}</script>">`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<base href="javascript:${run}//">`,
  `<template><script>${run}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<marquee onstart=${run}>x</marquee>`,
];
const breakouts = [
  `"><script>${run}</script>`,
  `'><script>${run}</script>`,
  `</script><script>${run}</script>`,
  `</title><script>${run}</script>`,
  `</textarea><script>${run}</script>`,
  `</style><script>${run}</script>`,
  `--><script>${run}</script>`,
  `]]><script>${run}</script>`,
  `" onmouseover="${run}" autofocus onfocus="${run}`,
  `' onfocus='${run}' autofocus='`,
  `\u2028</script><script>${run}</script>`,
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `<%= ${run} %>`,
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  `[x](javascript:${run})`,
  `[x](data:text/html,<script>parent.${executedFlag}=1</script>)`,
  `![x](x" onerror="${run})`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
];

/** Sixty texts that run as a script wherever text is inserted as markup. */
export const scriptPayloads: readonly string[] = [...scripts, ...breakouts];

/** Rich text with `text` in every place that holds text, and `href` as the address of its links. */
export function richTextWith(text: string, href: string): RichTextDocument {
  const paragraph: RichTextParagraph = {
    type: 'paragraph',
    content: [
      { type: 'text', text },
      { type: 'text', marks: [{ type: 'bold' }, { type: 'italic' }], text },
      { type: 'text', marks: [{ type: 'link', attrs: { href } }], text },
    ],
  };
  return { type: 'doc', content: [paragraph, { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph] }] }] };
}

/** A page with every type of block: `text` in every text field, and in every address of a link or an image. */
export function blocksWith(text: string): readonly Record<string, unknown>[] {
  const line = text.slice(0, 300);
  const richText = richTextOf(text);
  return [
    { type: 'hero', eyebrow: line, title: line, text: richText, label: line, href: text, url: text, alt: line },
    { type: 'heading', text: line },
    { type: 'richText', text: richText },
    { type: 'richText', text: richTextWith(text, '/x') },
    { type: 'richText', text: richTextWith(text, text.slice(0, 500)) },
    { type: 'richText', text: richTextWith(text, `/x?${text}`.slice(0, 500)) },
    // Invalid rich text: unknown nodes and marks, HTML in attributes, and plain text.
    { type: 'richText', text: { type: 'doc', content: [{ type: 'script', content: [{ type: 'text', text }] }] } },
    { type: 'richText', text: { type: 'doc', content: [{ type: 'image', attrs: { src: text, onerror: text } }] } },
    { type: 'richText', text },
    { type: 'hero', title: line, text: richText, label: line, href: `/x?${text}`, alt: line },
    { type: 'image', url: text, alt: line, caption: line },
    { type: 'image', url: `/x?${text}`, alt: line, caption: line },
    {
      type: 'gallery',
      images: [
        { url: `https://x.test/${text}`, alt: line },
        { url: '/x.png', alt: line },
      ],
    },
    { type: 'features', title: line, items: [{ title: line, text: richText }] },
    { type: 'pricing', title: line, category: 'saas' },
    {
      type: 'columns',
      columns: [
        { title: line, text: richText },
        { title: line, text: richText },
      ],
    },
    { type: 'faq', title: line, items: [{ question: line, answer: richText }] },
    { type: 'testimonials', title: line },
    { type: 'video', title: line, url: text },
    { type: 'video', title: line, url: `/x?${text}` },
    { type: 'callToAction', title: line, text: richText, label: line, href: text },
    { type: 'callToAction', title: line, text: richText, label: line, href: '/x' },
    { type: 'form', title: line, form: 'contact' },
  ];
}
