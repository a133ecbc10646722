import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accounts, dataDir, expect, signIn, test } from '../product.ts';
import { digests, makeLive, publishAgain } from '../releases.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A separate checkout with one text of the CMS changed, so that the sources under test stay untouched. */
async function changedCheckout(): Promise<string> {
  const copy = path.join(tmpdir(), `masomo-release-${process.pid}`);
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy);
  for (const entry of await readdir(root)) {
    if (['node_modules', '.git', '.data'].includes(entry)) continue;
    await cp(path.join(root, entry), path.join(copy, entry), {
      recursive: true,
      filter: (source) => !/\/(node_modules|dist|test-results)(\/|$)/.test(source),
    });
  }
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

test('a new version of the CMS reaches an open tab at its next visit, without a reload', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, accounts.superAdmin);
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const visit = async () => {
    await menu.getByRole('link', { name: 'CMS' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Content', exact: true })).toBeVisible();
  };
  await visit();
  await page.evaluate(() => {
    window.marker = 'same document';
  });
  const version = `0.1.0-${Date.now().toString(16).slice(-10).padStart(10, '0')}`;
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/mfe-cms/${version}/`)) loaded.push(request.url());
  });
  await publishAgain('mfe-cms', version);
  const goBack = await makeLive('mfe-cms', version);
  try {
    await expect(async () => {
      await page.getByRole('link', { name: 'Back to dashboard' }).click();
      await visit();
      expect(loaded.length).toBeGreaterThan(0);
    }).toPass({ timeout: 30_000 });
    expect(await page.evaluate(() => window.marker)).toBe('same document');
  } finally {
    await goBack();
  }
});

// Builds the CMS once more.
test('a changed text is built, released and shown, and leaves every other file unchanged', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/login');
  await signIn(page, accounts.superAdmin);
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByRole('link', { name: 'CMS' }).click();
  const heading = 'Content';
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await page.evaluate(() => {
    window.marker = 'same document';
  });

  const before = await digests();
  const checkout = await changedCheckout();
  const source = path.join(checkout, 'mfe-cms/src/dashboard/DashboardPage.tsx');
  const text = await readFile(source, 'utf8');
  // A unique text per run, because a version can be published only once.
  const newHeading = `Released at ${new Date().toISOString()}`;
  const changed = text.replace(`title={t\`${heading}\`}`, `title="${newHeading}"`);
  expect(changed).not.toBe(text);
  await writeFile(source, changed);
  execFileSync(process.execPath, [path.join(checkout, 'tools/commands/release.ts'), 'mfe-cms'], {
    cwd: checkout,
    env: { ...process.env, DATA_DIR: dataDir() },
    stdio: 'inherit',
  });

  try {
    const back = page.getByRole('link', { name: 'Back to dashboard' });
    await expect(async () => {
      if (await back.isVisible()) await back.click();
      await menu.getByRole('link', { name: 'CMS' }).click();
      await expect(page.getByRole('heading', { level: 1, name: newHeading })).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    expect(await page.evaluate(() => window.marker)).toBe('same document');
    const after = await digests();
    const touched = Object.keys(before).filter((file) => before[file] !== after[file]);
    expect(touched).toEqual([]);
    const added = Object.keys(after)
      .filter((file) => !(file in before))
      .map((file) => file.split('/')[0]);
    expect([...new Set(added)]).toEqual(['mfe-cms']);
  } finally {
    execFileSync(process.execPath, [path.join(root, 'tools/commands/release.ts'), 'rollback', 'mfe-cms'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir() },
      stdio: 'inherit',
    });
    await rm(checkout, { recursive: true, force: true });
  }
});
