import { expect, type Page } from '@playwright/test';
import { cartStorageKey, serializeCart } from '@masomo/domain/cart';
import { sql } from '../product.ts';

/**
 * Fills the cart as a visit before the sign-in may have: with an item that is sold to schools of the other version only, and an
 * add-on whose price has changed since.
 */
export async function fillCartBeforeSignIn(page: Page, email: string): Promise<void> {
  const items = await sql<{ id: string; name: string; price: number; isOwn: boolean }>(
    `with school as (select s.version from public.schools s join public.users u on u.school_id = s.id where u.email = $1),
       items as (
         select id, name, price, category::text as version, feature from public.addons where is_active and is_ready
         union all select id, name, price, category::text, null from public.plans where is_active)
     select distinct on (i.version) i.id, i.name, i.price, i.version = s.version as "isOwn" from items i cross join school s
     where i.version = s.version or not exists (select from items o where o.feature = i.feature and o.version = s.version)
     order by i.version, i.feature, i.name`,
    [email],
  );
  expect(items.map(({ isOwn }) => isOwn).toSorted(), 'an item of each version').toEqual([false, true]);
  const lines = items.map(({ id, name, price, isOwn }) => ({ addonId: id, name, quantity: 1, seenPrice: isOwn ? price + 100 : price }));
  await page.evaluate(([key, cart]) => localStorage.setItem(key, cart), [cartStorageKey, serializeCart(lines)] as const);
}

/** Follows a Buy Now link, as the price list has them, to an add-on that the store does not sell. */
export async function arriveForUnsold(page: Page): Promise<void> {
  const hint = { fromPricing: true, id: crypto.randomUUID(), name: 'Greenfield Academy' };
  await page.evaluate((usr) => history.replaceState({ usr, key: 'arrived', idx: 0 }, ''), hint);
  await page.reload();
  await expect(page.locator('main [role=status]:visible').getByRole('button').first()).toBeVisible();
}
