// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { editableBlocks, parseBlocks, storedBlocks } from '@masomo/domain/blocks';
import { blocksWith, scriptPayloads } from '@masomo/testing/scriptPayloads';
import { render } from '../server.ts';
import { siteDb } from '../shared/__tests__/siteFixture.ts';

/** What of a document would run: scripts of its own, handlers, and addresses that are code. */
function running(html: string): string[] {
  const drawn = new DOMParser().parseFromString(html, 'text/html');
  return [...drawn.querySelectorAll('*')].flatMap((element) => [
    ...(/^(script|iframe|object|embed|base|meta|link|style|template|noscript|math|marquee)$/i.test(element.tagName) &&
    !element.closest('head') &&
    !isMarkOfReact(element)
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

// Where a part of the page is left to the browser, React leaves an empty template.
const isMarkOfReact = (element: Element) => element instanceof HTMLTemplateElement && element.innerHTML === '';

it('knows what would run', () => {
  expect(running(`<p><img src=x onerror=1><a href="JavaScript:1">x</a><script>1</script></p>`)).toHaveLength(3);
});

it('there are sixty', () => expect(new Set(scriptPayloads).size).toBe(60));

it.each(scriptPayloads.map((text, at) => [at + 1, text] as const))('text %i runs in no field of any block: %s', async (_, text) => {
  const blocks = blocksWith(text);
  const row = {
    slug: 'trial',
    title: text.slice(0, 160),
    meta_description: text.slice(0, 320),
    social_image: text,
    body: blocks,
    published_at: '2026-11-20T09:00:00Z',
  };
  const { db } = siteDb({ published_pages: () => ({ body: [row] }), cms_media: () => ({ body: [] }) });
  const page = await render(new URL('https://masomo.test/trial'), db);
  expect(page.status).toBe(200);
  expect(new DOMParser().parseFromString(page.html, 'text/html').body.textContent).toContain(text.slice(0, 25));
  expect(running(page.html)).toEqual([]);
  // What an editor stores again is what it was: nothing is lost by looking at it.
  expect(storedBlocks(editableBlocks(blocks))).toEqual(blocks);
  for (const block of parseBlocks(blocks))
    for (const name of ['href', 'url']) expect(String(Reflect.get(block, name) ?? '/')).toMatch(/^(https?:\/\/|\/(?!\/)|#|mailto:|tel:)/i);
});
