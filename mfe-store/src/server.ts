import { serializeKey, type Db } from '@masomo/data';
import { catalogueKeys, listAddons, type Addon } from '@masomo/data/catalogue';
import { exchangeRateKeys, getExchangeRate } from '@masomo/data/exchangeRate';
import { matchPath } from '@masomo/navigation';
import { defineServer, type PageData } from '@masomo/remote/server';
import { App } from './App.tsx';
import { manifest } from './manifest.ts';
import { orderRoute, storePath } from './shared/storePaths.ts';

const title = 'Add-on Store';
const description = 'Add QR attendance, two-factor sign-in, biometrics, live classes and more to your school system. Prices in shillings, VAT included; pay by M-Pesa, card or bank.';

/** What search engines read of the catalogue: one product with its offer per add-on. */
function catalogueLd(addons: readonly Addon[]): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: title,
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
  const [addons, rate] = await Promise.all([listAddons(db), getExchangeRate(db)]);
  return {
    status: 200,
    head: { title, description, canonical: storePath, jsonLd: [catalogueLd(addons)] },
    fallback: { [serializeKey(catalogueKeys.addons())]: addons, [serializeKey(exchangeRateKeys.current())]: rate },
  };
}

/** Data and head of a store address. An order's page is private: it is rendered without data and never indexed. */
export async function load(url: URL, db: Db): Promise<PageData> {
  if (matchPath(storePath, url.pathname)) return loadCatalogue(db);
  const order = matchPath(orderRoute, url.pathname);
  const head = { title: order ? 'Your order' : 'Page not found', description: '', canonical: order ? url.pathname : storePath, noindex: true };
  return { status: order ? 200 : 404, head, fallback: {} };
}

export const render = defineServer(manifest.name, App, load);
