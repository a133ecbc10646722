import { toDataError, unwrap, type Db } from '@masomo/data';
import type { ListPage } from '../listing.ts';
import { nullable } from '../nullable.ts';

export const priceKinds = ['plan', 'addon', 'service'] as const;
export type PriceKind = (typeof priceKinds)[number];

/** An entry of the price book; prices in whole shillings, null where a page has no price of its own. */
export type PriceEntry = {
  kind: PriceKind;
  id: string;
  name: string;
  category: 'saas' | 'standalone';
  /** Billing unit, such as `per term` or `one-time`. */
  unit: string;
  /** The price the store charges. */
  price: number;
  pricingPrice: number | null;
  featuresPrice: number | null;
  /** A page lists a price that differs from the store's. */
  disagrees: boolean;
  isActive: boolean;
  /** Visitors can add it to the cart; always true for add-ons. */
  isInStore: boolean;
  /** A scheduled price change; `effectiveOn` is an ISO date. */
  planned: { id: string; price: number; effectiveOn: string } | null;
};

/** List filter; `page` is zero-based. */
export type PriceFilter = { kind: PriceKind | 'all'; search: string; onlyDisagreements: boolean; page: number; pageSize: number };

export const priceBookKeys = {
  list: (filter: PriceFilter) => ['price-book', 'list', filter] as const,
  notice: () => ['price-book', 'notice'] as const,
};

/** A page of the price book: plans, add-ons and services, each in its order. */
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
      pricingPrice: nullable(row.pricing_price),
      featuresPrice: nullable(row.features_price),
      disagrees: row.disagrees,
      isActive: row.is_active,
      isInStore: row.in_store,
      planned: nullable(row.change_id) === null ? null : { id: row.change_id, price: row.new_price, effectiveOn: row.effective_on },
    })),
  };
}

/** Days of notice a price change requires. */
export async function getPriceNotice(db: Db): Promise<number> {
  const { value } = unwrap(await db.from('settings').select('value').eq('key', 'subscriptions').single());
  const days = typeof value === 'object' && value !== null && 'priceNoticeDays' in value ? Number(value.priceNoticeDays) : 30;
  return Number.isFinite(days) ? days : 30;
}

/** Lists a plan or service in the store, or removes it from there. */
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

/** Sets an add-on's price on every page to the store's price. */
export async function alignPrices(db: Db, id: string): Promise<string> {
  return unwrap(await db.rpc('align_addon_prices', { addon_id: id })).id;
}

/** Schedules a price (whole shillings) from an ISO date on, replacing an earlier schedule. Fails as `invalid` when the notice would be too short. */
export async function planPriceChange(
  db: Db,
  { kind, id, price, effectiveOn }: { kind: PriceKind; id: string; price: number; effectiveOn: string },
): Promise<string> {
  return unwrap(await db.rpc('schedule_price_change', { kind, item_id: id, new_price: price, effective_on: effectiveOn })).id;
}

/** Cancels a scheduled price change. Fails as `conflict` once its date has come. */
export async function cancelPriceChange(db: Db, changeId: string): Promise<string> {
  const { error, status } = await db.rpc('cancel_price_change', { change_id: changeId });
  if (error) throw toDataError(error, status);
  return changeId;
}

/** Removes an entry from the price book. A plan or service with buyers is `withdrawn` instead: off sale, but kept for them. */
export async function removePrice(db: Db, { kind, id }: { kind: PriceKind; id: string }): Promise<'deleted' | 'withdrawn'> {
  return unwrap(await db.rpc('remove_from_price_book', { kind, item_id: id })) === 'withdrawn' ? 'withdrawn' : 'deleted';
}
