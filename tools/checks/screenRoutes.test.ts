import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../build/readManifest.ts';
import { apps, folderOf, sourcesOf } from '../build/workspace.ts';
import { root } from '../root.ts';
import { screensWithoutRoute } from './screenRoutes.ts';

/** Where a remote keeps its table of screens: beside its App, or in it. */
const tableOf = (app: string) =>
  [`${folderOf(app).split('-').at(-1)}Screens.ts`, 'App.tsx'].map((name) => path.join(root, sourcesOf(app), name)).find(existsSync)!;
const withTable = apps.filter((app) => app !== 'shell' && readFileSync(tableOf(app), 'utf8').includes("': lazyScreen("));

describe('a screen that a manifest declares', () => {
  it('is looked for in the dashboard and in every add-on', () => {
    expect(withTable.length).toBeGreaterThan(9);
  });

  it.each(withTable)('has a route in %s', async (app) => {
    const { routes } = await readManifest(app);
    const addresses = new Set(routes.map(({ path: address }) => address.replace(/\/\*$/, '')));
    expect(screensWithoutRoute([...addresses], readFileSync(tableOf(app), 'utf8'))).toEqual([]);
  });

  it('is named when it has none', () => {
    const table = "{ '': lazyScreen(a), '/marks': lazyScreen(b), '/library/loans': lazyScreen(c), '/books/:id': lazyScreen(d) }";
    const addresses = ['/library', '/library/marks', '/library/loans', '/library/books', '/library/fines'];
    expect(screensWithoutRoute(addresses, table)).toEqual(['/library/fines']);
  });
});
