import { configure } from '@testing-library/react';
import { renderRoute } from '@masomo/testing';
import { App } from '../../App.tsx';
import { pageOf } from '../../pages.ts';
import { siteDb } from './siteFixture.ts';

// Pages and dialogs are fetched on first use; a busy machine takes its time over that.
configure({ asyncUtilTimeout: 8_000 });

/** Opens a page of the site as a visitor, over the seeded content. */
export async function renderSite(path: string, over?: Parameters<typeof siteDb>[0]) {
  await pageOf(path.split(/[?#]/)[0] ?? path)?.preload();
  const { db, sent } = siteDb(over);
  return { ...renderRoute(<App />, { path, db }), sent };
}
