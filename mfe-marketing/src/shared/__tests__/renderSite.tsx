import { renderRoute } from '@masomo/testing';
import { App } from '../../App.tsx';
import { pageOf } from '../../pages.ts';
import { siteDb } from './siteFixture.ts';

/** Opens a page of the site as a visitor, over the seeded content. */
export async function renderSite(path: string, over?: Parameters<typeof siteDb>[0]) {
  await pageOf(path.split(/[?#]/)[0] ?? path)?.preload();
  const { db, sent } = siteDb(over);
  return { ...renderRoute(<App />, { path, db }), sent };
}
