import { withClient } from '@masomo/local/database/connections';
import type { Db } from '@masomo/data';
import { searchCms } from '@masomo/data/site/cmsSearch';
import { listMedia, type MediaFilter } from '@masomo/data/site/media';
import { atMost, type Finding } from './measure/benchmark.ts';
import { interleave, quantile } from './measure/interleave.ts';
import { openProduct } from '@masomo/tools/browser/openProduct.ts';

export const description = 'Lists, filters and searches a media library of 10,000 files through the gateway.';

const fileCount = 10_000;
const roundCount = 40;
const limitMs = 200;

async function fillLibrary(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `
      insert into public.cms_media (filename, original_filename, file_path, file_size, mime_type, alt_text, is_active, created_at)
      select 'f' || n || '.png', (array['Open day', 'Sports', 'Library', 'Graduation'])[n % 4 + 1] || ' ' || n || '.png', 'media/load-' || n || '.png', 1000 + n,
        case when n % 10 = 0 then 'application/pdf' else 'image/png' end, case when n % 3 = 0 then 'Students of class ' || n % 40 end, n % 50 <> 0, now() - n * interval '1 minute'
      from generate_series(1, $1::integer) as n`,
      [fileCount],
    );
    await client.query('analyze public.cms_media');
  });
}

const list = (part: Partial<MediaFilter>) => (db: Db) => listMedia(db, { search: '', kind: 'all', page: 0, pageSize: 24, ...part });
const reads: Record<string, (db: Db) => Promise<unknown>> = {
  'first page': list({}),
  'middle page': list({ page: 200 }),
  'last page': list({ page: 407 }),
  images: list({ kind: 'images' }),
  documents: list({ kind: 'documents', page: 10 }),
  deleted: list({ kind: 'deleted' }),
  'searched by name': list({ search: 'graduation 77' }),
  'searched by alt text': list({ search: 'class 17' }),
  'search of the whole CMS': (db) => searchCms(db, { term: 'graduation', kind: '' }),
};

/** Sends the requests of the super admin's screens through the gateway. */
export async function run(log: (line: string) => void): Promise<Finding[]> {
  const product = await openProduct(log);
  try {
    await fillLibrary(product.databaseUrl);
    const db = await product.dbAs('superadmin@masomo.test');
    const samples = await interleave(Object.fromEntries(Object.entries(reads).map(([what, read]) => [what, () => read(db)])), {
      rounds: roundCount,
    });
    return Object.entries(samples).map(([what, times]) => atMost(`${what}, p95`, quantile(times, 0.95), limitMs));
  } finally {
    await product.stop();
  }
}
