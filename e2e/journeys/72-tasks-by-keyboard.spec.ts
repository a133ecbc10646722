import { platformTasks } from '../byKeyboard/platformTasks.ts';
import { schoolTasks } from '../byKeyboard/schoolTasks.ts';
import { expect, signInDirectly, test } from '../product.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 180_000 });

for (const { does, email, task } of [...schoolTasks, ...platformTasks])
  test(`${does} by keyboard alone`, async ({ page, browser }) => {
    await signInDirectly(page, email);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await task(page, browser);
  });
