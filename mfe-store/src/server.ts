import { serializeKey, type Db } from '@masomo/data';
import { brandKeys, getBrandName } from '@masomo/data/brand';
import { catalogueKeys, listAddons, type Addon } from '@masomo/data/catalogue';
import { exchangeRateKeys, getExchangeRate } from '@masomo/data/exchangeRate';
import { matchPath } from '@masomo/navigation';
import { defineServer, type PageData } from '@masomo/remote/server';
import { App } from './App.tsx';
import { manifest } from './manifest.ts';
import { orderRoute, orderTitle, storePath, storeTitle } from './shared/storePaths.ts';
import { titleOf } from './shared/useDocumentTitle.ts';

const description = 'Add QR attendance, two-factor sign-in, biometrics, live classes and more to your school system. Every price in shillings, VAT included.';

/** What search engines read of the catalogue: one product with its offer per add-on. */
function catalogueLd(addons: readonly Addon[]): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: storeTitle,
    itemListElement: addons.map((addon, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Product',
        name: addon.name,
        description: addon.description,
        category: addon.category,
        offers: { '@type': 'Offer', price: addon.price, priceCurrency: 'KES', availability: 'https://schema.org/InStock', url: `${storePath}#${addon.category}` },
      },
    })),
  };
}

async function loadCatalogue(db: Db): Promise<PageData> {
  const [addons, rate, brand] = await Promise.all([listAddons(db), getExchangeRate(db), getBrandName(db)]);
  return {
    status: 200,
    head: { title: titleOf(storeTitle, brand), description, canonical: storePath, jsonLd: [catalogueLd(addons)] },
    fallback: {
      [serializeKey(catalogueKeys.addons())]: addons,
      [serializeKey(exchangeRateKeys.current())]: rate,
      [serializeKey(brandKeys.name())]: brand,
    },
  };
}

/** Data and head of a store address. An order's page is private: it is rendered without it and never indexed. */
export async function load(url: URL, db: Db): Promise<PageData> {
  if (matchPath(storePath, url.pathname)) return loadCatalogue(db);
  const order = matchPath(orderRoute, url.pathname);
  const brand = await getBrandName(db);
  const title = order ? orderTitle(order.params.number) : 'Page not found';
  return {
    status: order ? 200 : 404,
    head: { title: titleOf(title, brand), description: '', canonical: order ? url.pathname : storePath, noindex: true },
    fallback: { [serializeKey(brandKeys.name())]: brand },
  };
}

export const render = defineServer(manifest.name, App, load);
