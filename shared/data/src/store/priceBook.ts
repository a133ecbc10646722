import { toDataError, unwrap, type Db } from '@masomo/data';
import type { ListPage } from '../listing.ts';

export const priceKinds = ['plan', 'addon', 'service'] as const;
export type PriceKind = (typeof priceKinds)[number];

/** An entry of the price book; prices in whole shillings, null where a page lists none of its own. */
export type PriceEntry = {
  kind: PriceKind;
  id: string;
  name: string;
  category: 'saas' | 'standalone';
  /** What the price is for: `per term`, `one-time` … */
  unit: string;
  /** What the store charges. */
  price: number;
  pricingPrice: number | null;
  featuresPrice: number | null;
  /** A page lists another price than the store charges. */
  disagrees: boolean;
  isActive: boolean;
  /** Visitors can put it into the cart. Add-ons always are. */
  isInStore: boolean;
  /** An announced change; `effectiveOn` is a day in ISO. */
  planned: { id: string; price: number; effectiveOn: string } | null;
};

/** What the list is narrowed to. `page` counts from 0. */
export type PriceFilter = { kind: PriceKind | 'all'; search: string; onlyDisagreements: boolean; page: number; pageSize: number };

export const priceBookKeys = {
  list: (filter: PriceFilter) => ['price-book', 'list', filter] as const,
  notice: () => ['price-book', 'notice'] as const,
};

/** One page of the price book: plans, add-ons, services, each in its order. */
export async function listPriceBook(
  db: Db,
  { kind, search, onlyDisagreements, page, pageSize }: PriceFilter,
): Promise<ListPage<PriceEntry>> {
  const rows = unwrap(
    await db.rpc(
      'list_price_book',
      {
        ...(kind === 'all' ? {} : { only_kind: kind }),
        ...(search.trim() ? { search: search.trim() } : {}),
        only_disagreements: onlyDisagreements,
        page: page + 1,
        page_size: pageSize,
      },
      { get: true },
    ),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      kind: row.kind,
      id: row.id,
      name: row.name,
      category: row.category,
      unit: row.unit,
      price: row.price,
      pricingPrice: row.pricing_price as number | null,
      featuresPrice: row.features_price as number | null,
      disagrees: row.disagrees,
      isActive: row.is_active,
      isInStore: row.in_store,
      planned:
        (row.change_id as string | null) === null ? null : { id: row.change_id, price: row.new_price, effectiveOn: row.effective_on },
    })),
  };
}

/** Days of notice that a price change needs. */
export async function getPriceNotice(db: Db): Promise<number> {
  const { value } = unwrap(await db.from('settings').select('value').eq('key', 'subscriptions').single());
  const days = typeof value === 'object' && value !== null && 'priceNoticeDays' in value ? Number(value.priceNoticeDays) : 30;
  return Number.isFinite(days) ? days : 30;
}

/** Puts a plan or a service into the store, or takes it out. */
export async function setInStore(
  db: Db,
  { kind, id, isInStore }: { kind: 'plan' | 'service'; id: string; isInStore: boolean },
): Promise<string> {
  return unwrap(
    await db
      .from(kind === 'plan' ? 'plans' : 'services')
      .update({ in_store: isInStore })
      .eq('id', id)
      .select('id')
      .single(),
  ).id;
}

/** Lists the store's price of an add-on on every page. */
export async function alignPrices(db: Db, id: string): Promise<string> {
  return unwrap(await db.rpc('align_addon_prices', { addon_id: id })).id;
}

/** Announces a price (whole shillings) from a day (ISO) on; refused as `invalid` when the notice would be too short. An earlier announcement is replaced. */
export async function planPriceChange(
  db: Db,
  { kind, id, price, effectiveOn }: { kind: PriceKind; id: string; price: number; effectiveOn: string },
): Promise<string> {
  return unwrap(await db.rpc('schedule_price_change', { kind, item_id: id, new_price: price, effective_on: effectiveOn })).id;
}

/** Withdraws an announced price; `conflict` when its day has come. */
export async function cancelPriceChange(db: Db, changeId: string): Promise<string> {
  const { error, status } = await db.rpc('cancel_price_change', { change_id: changeId });
  if (error) throw toDataError(error, status);
  return changeId;
}

/** Takes an entry out of the price book. A plan or service that somebody bought is `withdrawn`: off sale, and kept for its buyers. */
export async function removePrice(db: Db, { kind, id }: { kind: PriceKind; id: string }): Promise<'deleted' | 'withdrawn'> {
  return unwrap(await db.rpc('remove_from_price_book', { kind, item_id: id })) === 'withdrawn' ? 'withdrawn' : 'deleted';
}
