import type { Db } from '@masomo/data';
import { listSiteAddresses } from '@masomo/data/site/publishedPages';
import { pages } from '../pages.ts';
import { pageMetadata } from './pageMetadata.ts';

/** Paths of all pages and redirects: the built-in pages, those of the CMS, and what has moved. The gateway renders no others. */
export async function addresses(db: Db): Promise<string[]> {
  return ['/', '/home', ...Object.keys(pageMetadata), ...Object.keys(pages), ...(await listSiteAddresses(db))];
}
