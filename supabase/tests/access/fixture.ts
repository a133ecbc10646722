import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { featureOf, foldersWith } from '@masomo/tools/modules/access.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const features = foldersWith('module.ts')
  .map(featureOf)
  .filter((feature) => feature.startsWith('addon:'));
const ofModules = foldersWith('fixture.sql').map((folder) => `${folder}/fixture.sql`);

/** Rows of both schools in every table of the API: those of the core, a licence for each add-on, and the `fixture.sql` of modules and add-ons. */
export async function addFixture(owner: pg.Client): Promise<void> {
  await owner.query(readFileSync(path.join(import.meta.dirname, 'fixture.sql'), 'utf8'));
  await owner.query('update public.licences set feature = null where school_id is not null');
  await owner.query(
    `insert into public.licences (issued_as, school_id, kind, name, category, quantity, licence_key, feature, valid_from)
     select gen_random_uuid(), s.id, 'addon', f, s.version::public.product_category, 100, gen_random_uuid(), f, private.today() - 10 from public.schools s, unnest($1::text[]) f`,
    [features],
  );
  for (const file of ofModules) await owner.query(readFileSync(path.join(root, file), 'utf8'));
}
