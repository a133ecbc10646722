import { releasesFolder } from '@masomo/release';
import { issueTeamToken } from '@masomo/release/teamTokens';
import { freePort } from '@masomo/local/host/freePort';
import type { Page } from '@playwright/test';
import { cloneSources } from '../developerClone.ts';
import { license } from '../licences.ts';
import { accounts, dataDir, expect, signInDirectly, test } from '../product.ts';
import { watchRules } from '../watchRules.ts';

const app = 'addon-qr-attendance';

/** Files of the add-on that a page has asked for, as `<origin>/<folder>`. */
function watchFiles(page: Page): { live: string[]; local: string[] } {
  const requested = { live: [] as string[], local: [] as string[] };
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (!pathname.includes(`/${app}/`) || !pathname.endsWith('.js')) return;
    (origin === new URL(page.url()).origin ? requested.live : requested.local).push(pathname);
  });
  return requested;
}

async function openHome(page: Page): Promise<void> {
  await signInDirectly(page, accounts.staff);
  await page.goto('/dashboard');
}

// What the command refuses is in tools/dev/developAgainst.test.ts, what the gateway does in localBuilds.test.ts, what the shell does in applyLocalBuilds.test.ts.
test(
  'a developer sees a change of an add-on in one browser, as it is saved, and nobody else does',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    test.setTimeout(240_000);
    await license('Greenfield Academy', 'addon:qr-attendance', true);
    const token = await issueTeamToken(releasesFolder(dataDir()), { name: 'gate-team', apps: [app] });
    const clone = await cloneSources();
    try {
      const link = await clone.develop(app, { site: baseURL ?? '', token, port: await freePort() });
      const broken = await watchRules(page);
      const requested = watchFiles(page);
      await page.goto(link);
      await expect(page.getByText(`${app} would be loaded from`)).toBeVisible();
      await page.getByRole('button', { name: 'Use it' }).click();
      await openHome(page);
      await expect(page.getByRole('region', { name: 'Today at the gate' })).toBeVisible({ timeout: 30_000 });
      const badge = page.getByRole('complementary', { name: 'Local builds' });
      await expect(badge).toContainText(app);
      expect(requested.local.length).toBeGreaterThan(0);
      expect(requested.live).toEqual([]);

      await clone.edit('addons/qr-attendance/slots/HomeCard.tsx', 'Today at the gate', 'Seen at my gate');
      await expect(page.getByRole('region', { name: 'Seen at my gate' })).toBeVisible({ timeout: 60_000 });
      expect(broken).toEqual([]);

      const other = await browser.newPage({ baseURL });
      const askedByOther = watchFiles(other);
      await openHome(other);
      await expect(other.getByRole('region', { name: 'Today at the gate' })).toBeVisible({ timeout: 30_000 });
      expect(askedByOther.local).toEqual([]);
      expect(askedByOther.live.length).toBeGreaterThan(0);
      await other.close();

      await badge.getByRole('button', { name: 'Use the live versions' }).click();
      await expect(page.getByRole('region', { name: 'Today at the gate' })).toBeVisible({ timeout: 30_000 });
      await expect(badge).toHaveCount(0);
    } finally {
      await clone.remove();
    }
  },
);
