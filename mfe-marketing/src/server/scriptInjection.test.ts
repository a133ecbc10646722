// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { editableBlocks, parseBlocks, storedBlocks } from '@masomo/domain/blocks';
import { blocksWith, scriptPayloads } from '@masomo/testing/scriptPayloads';
import { render } from '../server.ts';
import { siteDb } from '../shared/__tests__/siteFixture.ts';

/** Everything in a document that would execute: scripts, event handlers and script URLs. */
function executableParts(html: string): string[] {
  const document = new DOMParser().parseFromString(html, 'text/html');
  return [...document.querySelectorAll('*')].flatMap((element) => [
    ...(/^(script|iframe|object|embed|base|meta|link|style|template|noscript|math|marquee)$/i.test(element.tagName) &&
    !element.closest('head') &&
    !isReactTemplate(element)
      ? [`<${element.tagName}>`]
      : []),
    ...[...element.attributes].flatMap(({ name, value }) =>
      name.startsWith('on') ||
      name === 'srcdoc' ||
      (/^(href|src|action|formaction|xlink:href|data|srcset)$/.test(name) && /^\s*(javascript|data|vbscript):/i.test(value))
        ? [`${name}="${value}"`]
        : [],
    ),
  ]);
}

// React leaves an empty template where a part of the page is rendered in the browser.
const isReactTemplate = (element: Element) => element instanceof HTMLTemplateElement && element.innerHTML === '';

it('detects executable parts', () => {
  expect(executableParts(`<p><img src=x onerror=1><a href="JavaScript:1">x</a><script>1</script></p>`)).toHaveLength(3);
});

it('covers sixty payloads', () => expect(new Set(scriptPayloads).size).toBe(60));

it.each(scriptPayloads.map((text, at) => [at + 1, text] as const))(
  'payload %i does not execute in any field of any block: %s',
  async (_, text) => {
    const blocks = blocksWith(text);
    const row = {
      slug: 'offer',
      title: text.slice(0, 160),
      meta_description: text.slice(0, 320),
      social_image: text,
      body: blocks,
      published_at: '2026-11-20T09:00:00Z',
    };
    const { db } = siteDb({ published_pages: () => ({ body: [row] }), cms_media: () => ({ body: [] }) });
    const page = await render(new URL('https://masomo.test/offer'), db);
    expect(page.status).toBe(200);
    expect(new DOMParser().parseFromString(page.html, 'text/html').body.textContent).toContain(text.slice(0, 25));
    expect(executableParts(page.html)).toEqual([]);
    // Opening and saving a page in the editor must not change its blocks.
    expect(storedBlocks(editableBlocks(blocks))).toEqual(blocks);
    for (const block of parseBlocks(blocks))
      for (const name of ['href', 'url'])
        expect(String(Reflect.get(block, name) ?? '/')).toMatch(/^(https?:\/\/|\/(?!\/)|#|mailto:|tel:)/i);
  },
);
