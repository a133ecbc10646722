import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { withClient } from '@masomo/local/database/connections';
import { root } from '../root.ts';
import type { Picture } from './pictures.ts';

/** What is done on a screen before its picture is taken. */
const stepSchema = z.union([
  z.object({ press: z.string(), of: z.enum(['button', 'link', 'option', 'radio', 'tab', 'checkbox']).default('button') }),
  z.object({ fill: z.string(), with: z.string() }),
]);

/** A picture of an add-on, as `pictures/pictures.json` in its folder has it under what a licence of it switches on. */
const recipeSchema = z.strictObject({
  account: z.email(),
  address: z.string(),
  /** Width of the window, in CSS pixels. */
  window: z.number().int(),
  steps: z.array(stepSchema).default([]),
  /** Selector of what the picture begins with. */
  from: z.string(),
  /** How much of the screen it shows, in CSS pixels; its height follows. */
  width: z.number().int(),
});

async function take(page: Page, step: z.infer<typeof stepSchema>): Promise<void> {
  if ('press' in step) await page.locator('body').getByRole(step.of, { name: step.press }).first().click();
  else await page.getByLabel(step.fill).first().fill(step.with);
}

/** A screen that says where a school's pages are has a host of this machine, which is nobody's. */
async function nameHost(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      text.nodeValue = text.nodeValue?.replace(location.host, 'masomo.example') ?? '';
    }
  });
}

/** The picture of each add-on by the folder that keeps its files; the store shows it on the add-on's card. */
export function addonPictures(): Map<string, Picture[]> {
  const files = globSync('addons/*/pictures/pictures.json', { cwd: root }).sort();
  return new Map(
    files.map((file) => {
      const recipes = z.record(z.string(), recipeSchema).parse(JSON.parse(readFileSync(path.join(root, file), 'utf8')));
      return [
        path.join(root, path.dirname(file)),
        Object.entries(recipes).map(([name, { account, address, window, steps, from, width }]) => ({
          name,
          account,
          address,
          window: { width: window, height: 1800 },
          part: { from, width, height: Math.round((width * 9) / 16) },
          widths: [640],
          prepare: async (page) => {
            for (const step of steps) await take(page, step);
            await nameHost(page);
          },
        })),
      ];
    }),
  );
}

/** Licenses every add-on at the main schools of the demonstration, whatever these have bought. */
export async function licenseAddons(dataDir: string): Promise<void> {
  await withClient(readFileSync(path.join(dataDir, 'database.url'), 'utf8').trim(), async (client) => {
    await client.query(
      `update public.licences l set feature = null from public.schools s
       where s.id = l.school_id and s.is_demo and s.branch_of is null and l.feature in (select feature from private.addon_features)`,
    );
    await client.query(
      `insert into public.licences (issued_as, school_id, kind, name, category, quantity, licence_key, feature, valid_from)
       select gen_random_uuid(), s.id, 'addon', f.feature, s.version::public.product_category, 100, gen_random_uuid(), f.feature, private.today() - 30
       from public.schools s, private.addon_features f where s.is_demo and s.branch_of is null`,
    );
  });
}
