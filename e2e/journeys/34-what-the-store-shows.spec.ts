import { orderStatusLabels, type OrderStatus } from '@masomo/domain/orders';
import { accounts, expect, signInDirectly, sql, startPage, test } from '../product.ts';

test.describe.configure({ timeout: 180_000 });

// Also in StorePage.test.tsx, filterAddons.test.ts and CartPanel.test.tsx.
test(
  'the catalogue is searched, filtered by button and by address, priced in both currencies, and the cart count follows',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/store#standalone');
    await startPage(page);
    const cards = page.getByRole('article');
    const categories = page.getByRole('group', { name: 'Category' });
    const isChosen = (name: string) => expect(categories.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    await expect(cards).toHaveCount(12);
    await isChosen('Standalone Add-ons');
    await page.evaluate(() => {
      window.location.hash = '#saas';
    });
    await expect(cards).toHaveCount(2);
    await isChosen('SaaS Add-ons');
    await categories.getByRole('button', { name: 'All Add-ons' }).click();
    await expect(cards).toHaveCount(14);

    const card = cards.filter({ has: page.getByRole('heading', { name: 'Multi Branch' }) });
    await expect(card.getByRole('listitem')).toHaveCount(3);
    await expect(card.getByText('+2 more features')).toBeVisible();
    await page.getByRole('radio', { name: 'USD' }).check();
    await expect(card.getByText(/^(USD|\$)\s?\d+\.\d\d$/)).toBeVisible();
    await page.getByPlaceholder('Search add-ons...').fill('nothing of this name');
    await expect(page.getByText('No add-ons found')).toBeVisible();
    await expect(page.getByText('Try adjusting your search terms or category filter.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all add-ons' }).click();

    await page.getByRole('button', { name: /^cart/i }).first().click();
    const cart = page.getByRole('dialog', { name: /cart/i });
    await expect(cart.getByText('Your cart is empty')).toBeVisible();
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: /add to cart/i }).click();
    await page
      .getByRole('button', { name: /cart 1 item/i })
      .first()
      .click();
    await cart.getByRole('button', { name: 'One more Multi Branch' }).click();
    await expect(cart.getByRole('group', { name: 'Licences of Multi Branch' })).toContainText('2');
    await cart.getByRole('button', { name: 'Remove Multi Branch' }).click();
    await expect(cart.getByText('Your cart is empty')).toBeVisible();
  },
);

test('what is pressed before the store has started is in the cart, and its button says so until then', async ({ page }) => {
  await page.route('**/start.js', (route) => route.abort());
  await page.goto('/store');
  const add = page.getByRole('article').getByRole('button').filter({ hasText: 'Add to cart' }).first();
  await expect(add).toHaveAccessibleName(/^Add to cart/);
  await add.click();
  await expect(add).toHaveAccessibleName(/^In your cart/);
  await page.unroute('**/start.js');
  await page.reload();
  await startPage(page);
  await expect(page.getByRole('button', { name: /cart 1 item/i }).first()).toBeVisible();
  await expect(add).toHaveAccessibleName(/^Add to cart/);
});

// Also in DashboardPage.test.tsx, AddonsPage.test.tsx and, for every status, OrderDialog.test.tsx.
test(
  'every quick action of the store manager works, an order of every status opens, and an add-on is created, toggled and deleted',
  { tag: '@long' },
  async ({ page }) => {
    await signInDirectly(page, accounts.superAdmin);
    for (const [action, place] of [
      ['Manage orders', 'Orders Management'],
      ['View analytics', 'Store Analytics'],
      ['Manage add-ons', 'Add-ons'],
    ] as const) {
      await page.goto('/dashboard/store');
      await page.getByRole('main').getByRole('link', { name: action }).click();
      await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible();
    }
    await page.goto('/dashboard/store');
    await page.getByRole('main').getByRole('link', { name: 'New add-on' }).click();
    const dialog = page.getByRole('dialog', { name: 'New add-on' });
    const name = `Bus Tracking ${Date.now()}`;
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Description').fill('Where the bus is.');
    await dialog.getByLabel('Price (KES)').fill('12.5');
    await dialog.getByRole('button', { name: 'Create add-on' }).click();
    await expect(dialog.getByText('Enter the price as a whole number')).toBeVisible();
    await dialog.getByLabel('Price (KES)').fill('2500');
    await dialog.getByRole('button', { name: 'Create add-on' }).click();
    await expect(dialog).toBeHidden();
    await page.getByPlaceholder(/search/i).fill(name);
    const row = page.getByRole('row').filter({ hasText: name });
    const stored = () => sql('select is_active, is_popular, price::int from addons where name = $1', [name]);
    await row.getByText('Popular', { exact: true }).click();
    await expect.poll(stored).toEqual([{ is_active: true, is_popular: true, price: 2500 }]);
    await row.getByText('Active', { exact: true }).click();
    await expect.poll(stored).toEqual([{ is_active: false, is_popular: true, price: 2500 }]);
    await row.getByRole('button', { name: `Delete ${name}` }).click();
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name: /^delete/i })
      .click();
    await expect.poll(stored).toEqual([]);

    const orders = await sql<{ number: string; status: OrderStatus; id: string }>(
      'select distinct on (status) order_number as number, status::text, id from orders order by status, created_at',
    );
    expect(orders.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'completed', 'pending', 'processing']);
    for (const { number, status, id } of orders) {
      await page.goto(`/dashboard/store/orders?order=${id}`);
      const details = page.getByRole('dialog', { name: `Order ${number}` });
      await expect(details.getByText(orderStatusLabels[status], { exact: true }).first()).toBeVisible();
      await expect(details.getByLabel('Update Status')).toHaveCount(status === 'completed' || status === 'cancelled' ? 0 : 1);
    }
  },
);
