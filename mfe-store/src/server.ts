import { msg, t } from '@lingui/core/macro';
import { serializeKey, type Db } from '@masomo/data';
import { brandKeys, getBrandName } from '@masomo/data/site/brand';
import { catalogueKeys, readCatalogue, type StoreItem } from '@masomo/data/store/catalogue';
import { exchangeRateKeys, getExchangeRate } from '@masomo/data/store/exchangeRate';
import { matchPath } from '@masomo/navigation';
import { defineServer, type PageData } from '@masomo/remote/server';
import { App } from './App.tsx';
import { manifest } from './manifest.ts';
import { findOrderPath, findOrderTitle, orderRoute, orderTitle, storePath, storeTitle } from './shared/storePaths.ts';
import { titleOf } from './shared/useDocumentTitle.ts';

const description = msg`Add QR attendance, quick fees, behaviour records, two-step sign-in and more to your school system. Every price in shillings, VAT included.`;

/** Structured data of the catalogue for search engines: a product with its offer per item. */
function catalogueJsonLd(items: readonly (StoreItem & { isReady?: boolean })[]): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: t(storeTitle),
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Product',
        name: item.name,
        description: item.description,
        category: item.category,
        offers: {
          '@type': 'Offer',
          price: item.price,
          priceCurrency: 'KES',
          availability: item.isReady === false ? 'https://schema.org/OutOfStock' : 'https://schema.org/InStock',
          url: `${storePath}#${item.category}`,
        },
      },
    })),
  };
}

async function loadCatalogue(db: Db): Promise<PageData> {
  const [catalogue, rate, brand] = await Promise.all([readCatalogue(db), getExchangeRate(db), getBrandName(db)]);
  return {
    status: 200,
    head: {
      title: titleOf(t(storeTitle), brand),
      description: t(description),
      canonical: storePath,
      jsonLd: [catalogueJsonLd([...catalogue.addons, ...catalogue.offers])],
    },
    fallback: {
      [serializeKey(catalogueKeys.store())]: catalogue,
      [serializeKey(exchangeRateKeys.current())]: rate,
      [serializeKey(brandKeys.name())]: brand,
    },
  };
}

/** Data and head of a store URL. An order is private: its page is rendered without it and never indexed. */
export async function load(url: URL, db: Db): Promise<PageData> {
  if (matchPath(storePath, url.pathname)) return loadCatalogue(db);
  const order = matchPath(orderRoute, url.pathname);
  const brand = await getBrandName(db);
  const isOrderLookup = matchPath(findOrderPath, url.pathname) !== null;
  const title = order ? orderTitle(order.params.number) : isOrderLookup ? t(findOrderTitle) : t`Page not found`;
  return {
    status: order || isOrderLookup ? 200 : 404,
    head: { title: titleOf(title, brand), description: '', canonical: order || isOrderLookup ? url.pathname : storePath, noindex: true },
    fallback: { [serializeKey(brandKeys.name())]: brand },
  };
}

/** Paths of the store's pages. An order is filled in by the browser of the person who has it. */
export const addresses = () => [storePath, findOrderPath];

export const render = defineServer(manifest.name, App, load);
