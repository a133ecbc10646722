import { expect, it } from 'vitest';
import { parseBlocks } from '@masomo/domain/blocks';
import { superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();

it('every seeded page holds only blocks that visitors see', async () => {
  const { rows } = await database.as(superAdmin, (client) =>
    client.query<{ slug: string; body: unknown[] }>('select slug, body from public.cms_pages order by slug'),
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { slug, body } of rows) expect(parseBlocks(body), slug).toEqual(body);
});
