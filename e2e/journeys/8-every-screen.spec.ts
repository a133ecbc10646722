import { canOpen, screens } from '@masomo/domain/screens';
import type { Role } from '@masomo/domain/roles';
import { accounts, expect, signIn, test } from '../product.ts';
import { watchRules } from '../watchRules.ts';

const people: [Role, string][] = [
  ['super_admin', accounts.superAdmin], ['admin', accounts.admin], ['teacher', accounts.teacher], ['staff', accounts.staff], ['parent', accounts.parent], ['student', accounts.student],
];
const paths = [...new Map(screens.map((screen) => [screen.path, screen])).values()];

for (const [role, email] of people) {
  test(`${role}: every screen of the access table opens with live data and within its policy, or leads back to the dashboard`, async ({ page }) => {
    test.setTimeout(180_000);
    const refused: string[] = [];
    const broken = await watchRules(page);
    page.on('response', (response) => {
      if (response.url().includes('/rest/v1/') && response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}${new URL(response.url()).search}`);
    });
    await page.goto('/login');
    await signIn(page, email);
    for (const screen of paths) {
      await page.goto(screen.path);
      if (!canOpen(screen, role)) {
        await expect(page, `${screen.path} is not for ${role}`).toHaveURL(/\/dashboard$/);
        continue;
      }
      await expect(page).toHaveURL(new RegExp(`${screen.path}$`));
      await expect(page.getByRole('heading', { level: 1 }), screen.path).toBeVisible();
      await expect(page.getByRole('alert'), screen.path).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('alert'), screen.path).toHaveCount(0);
    }
    expect(refused).toEqual([]);
    expect(broken).toEqual([]);
  });
}
