import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { provideExtensions, type ExtensionHost } from '@masomo/contracts/slots';
import { articleOf, articlePath, helpFor, loadManual } from '@masomo/remote/help';
import { readManifests } from '../build/readManifest.ts';
import { moduleDeclarations } from '../modules/declarations.ts';
import { root } from '../root.ts';

const manifests = await readManifests();
const folders = [...moduleDeclarations.keys()];
/** As the shell has them when a school has every add-on. */
const helps = await Promise.all(
  folders.map(async (folder) => {
    const { help } = (await import(/* @vite-ignore */ pathToFileURL(path.join(root, folder, 'help.ts')).href)) as { help: unknown };
    return help;
  }),
);
globalThis.window ??= new EventTarget() as Window & typeof globalThis;
provideExtensions({ help: async () => helps } as unknown as ExtensionHost);
const manual = await loadManual();
const articles = manual.flatMap((area) => area.articles);
const isManual = (path: string) => path.startsWith('/dashboard/help');
const screens = [...new Set(manifests.flatMap(({ menu, titles = [] }) => [...menu, ...titles].map(({ path }) => path)))].filter(
  (path) => !isManual(path),
);
const routes = manifests.flatMap((manifest) => manifest.routes.map(({ path }) => path.replace(/\/\*$/, '')));

describe('the manual', () => {
  it.each(screens)('has something on %s, in the file that is loaded for it', async (path) => {
    expect(articleOf(articles, path)).toBeDefined();
    expect(await helpFor(path)).toBe(articleOf(articles, path));
  });

  it('is about screens that exist, each once and at an address of its own', () => {
    const known = new Set([...screens, ...routes]);
    expect(articles.filter(({ path }) => !known.has(path)).map(({ path }) => path)).toEqual([]);
    expect(new Set(articles.map(articlePath)).size).toBe(articles.length);
  });

  it('says everything in both languages', () => {
    const texts = [...manual.map(({ name }) => name), ...articles.flatMap(({ title, sentence, steps }) => [title, sentence, ...steps])];
    expect(texts.filter(([english, swahili]) => english.trim() === '' || swahili.trim() === '')).toEqual([]);
    expect(articles.filter(({ sentence: [english, swahili] }) => english === swahili)).toEqual([]);
    expect(articles.filter(({ steps }) => steps.length === 0)).toEqual([]);
  });
});
