import { configure } from '@testing-library/react';
import { renderRoute } from '@masomo/testing';
import { App } from '../../App.tsx';
import { pageOf } from '../../pages.ts';
import { siteDb } from './siteFixture.ts';

// Pages and dialogs load on first use, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 8_000 });

/** Opens a page of the site as a visitor, with the seeded content. */
export async function renderSite(path: string, overrides?: Parameters<typeof siteDb>[0], { isStyled = false } = {}) {
  await pageOf(path.split(/[?#]/)[0] ?? path)?.preload();
  const { db, sent } = siteDb(overrides);
  return { ...renderRoute(<App />, { path, db, isStyled }), sent };
}
