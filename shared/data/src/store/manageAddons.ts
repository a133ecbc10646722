import { translatable } from '@masomo/domain/translatable';
import { storedTranslationsSchema, type StoredTranslations } from '@masomo/domain/storedTranslations';
import { DataError, toDataError, unwrap, unwrapPage, type Db } from '@masomo/data';
import type { AddonCategory } from './catalogue.ts';
import { searchPatterns, rangeOf, type ListPage } from '../listing.ts';
import { unwrapUnique } from '../unwrapUnique.ts';

/** Overrides of how the public pages list an add-on. */
export type AddonListing = {
  /** Its name on the pricing page; null for the store's. */
  pricingName: string | null;
  /** Price the pricing page lists; null for the store's. */
  pricingPrice: number | null;
  /** Price the features page shows; null for Contact Sales. */
  featuresPrice: number | null;
  /** Alternative names that Buy Now links may use. */
  aliases: string[];
};

/** Editable fields of an add-on; `price` in whole shillings. Without a listing or translations, those stay unchanged. */
export type AddonDraft = {
  name: string;
  description: string;
  price: number;
  category: AddonCategory;
  /** What a licence of it switches on. Only a new add-on may say it. */
  feature?: string | null;
  /** The lines of its card. */
  bullets: string[];
  listing?: AddonListing;
  translations?: StoredTranslations;
};

/** An add-on in the management console, active or not. */
export type ManagedAddon = AddonDraft & {
  id: string;
  isActive: boolean;
  isPopular: boolean;
  /** False while it is in preparation and cannot be bought. */
  isReady: boolean;
  /** What it switches on; null where the product has nothing of this name. */
  feature: string | null;
  updatedAt: string;
  listing: AddonListing;
  translations: StoredTranslations;
  /** Languages whose translation is missing or older than the English texts. */
  needsTranslation: string[];
};

/** List filter; `page` is zero-based. */
export type AddonFilter = { search: string; category: AddonCategory | 'all'; page: number; pageSize: number };

const nameTakenMessage = translatable('This version has an add-on of this name already. Choose another name.');
const toColumns = ({ listing, bullets, ...draft }: AddonDraft) => ({
  ...draft,
  features: bullets,
  ...(listing
    ? {
        pricing_name: listing.pricingName,
        pricing_price: listing.pricingPrice,
        features_price: listing.featuresPrice,
        aliases: listing.aliases,
      }
    : {}),
});

/** What the product calls it; schools that hold an add-on and those that worked with it this month; failures that browsers reported in the last 14 days. */
export type AddonFigures = { name: string; heldBy: number; usedBy: number; failures: number };

export const managedAddonKeys = {
  list: (filter: AddonFilter) => ['addons', 'managed', filter] as const,
  figures: () => ['addons', 'figures'] as const,
};

/** The figures of each feature that the store may sell, by its key. */
export async function listAddonFigures(db: Db): Promise<Map<string, AddonFigures>> {
  const rows = unwrap(await db.rpc('addon_figures', {}, { get: true }));
  return new Map(
    rows.map(({ feature, name, held_by: heldBy, used_by: usedBy, failures }) => [feature, { name, heldBy, usedBy, failures }]),
  );
}

/** A page of all add-ons in the price book's order. */
export async function listManagedAddons(db: Db, filter: AddonFilter): Promise<ListPage<ManagedAddon>> {
  let query = db
    .from('addons')
    .select(
      'id, name, description, price, category, bullets:features, is_active, is_popular, is_ready, feature, updated_at, pricing_name, pricing_price, features_price, aliases, translations, needs_translation',
      { count: 'exact' },
    );
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  if (filter.category !== 'all') query = query.eq('category', filter.category);
  const { rows, total } = unwrapPage(
    await query
      .order('position')
      .order('name')
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map(
      ({
        is_active: isActive,
        is_popular: isPopular,
        is_ready: isReady,
        updated_at: updatedAt,
        pricing_name: pricingName,
        pricing_price: pricingPrice,
        features_price: featuresPrice,
        aliases,
        translations,
        needs_translation: needsTranslation,
        ...addon
      }) => ({
        ...addon,
        isActive,
        isPopular,
        isReady,
        updatedAt,
        translations: storedTranslationsSchema.parse(translations),
        needsTranslation,
        listing: { pricingName, pricingPrice, featuresPrice, aliases },
      }),
    ),
  };
}

/** Creates an active add-on after the others and returns its id. Fails as `conflict` on a duplicate name. */
export async function createAddon(db: Db, draft: AddonDraft): Promise<string> {
  const last = unwrapPage(await db.from('addons').select('position').order('position', { ascending: false }).limit(1)).rows[0];
  return unwrapUnique(
    await db
      .from('addons')
      .insert({ ...toColumns(draft), position: (last?.position ?? 0) + 1 })
      .select('id')
      .single(),
    'name',
    nameTakenMessage,
  ).id;
}

/** Moves an add-on one position up or down in the store. */
export async function moveAddon(db: Db, { id, up }: { id: string; up: boolean }): Promise<string> {
  const { error, status } = await db.rpc('move_addon', { addon_id: id, up });
  if (error) throw toDataError(error, status);
  return id;
}

/** Updates an add-on; fails as `conflict` when it was saved or deleted after `updatedAt`. */
export async function updateAddon(db: Db, { id, updatedAt, draft }: { id: string; updatedAt: string; draft: AddonDraft }): Promise<string> {
  const saved = unwrapUnique(
    await db.from('addons').update(toColumns(draft)).eq('id', id).eq('updated_at', updatedAt).select('id'),
    'name',
    nameTakenMessage,
  );
  if (saved.length === 0)
    throw new DataError('conflict', translatable('Somebody else changed this add-on in the meantime. Close this form and open it again.'));
  return id;
}

/** Activates or deactivates an add-on, marks it popular, or puts it on sale once it is ready. */
export async function switchAddon(
  db: Db,
  { id, ...change }: { id: string; isActive?: boolean; isPopular?: boolean; isReady?: boolean },
): Promise<void> {
  const columns = {
    ...(change.isActive === undefined ? {} : { is_active: change.isActive }),
    ...(change.isPopular === undefined ? {} : { is_popular: change.isPopular }),
    ...(change.isReady === undefined ? {} : { is_ready: change.isReady }),
  };
  unwrap(await db.from('addons').update(columns).eq('id', id).select('id').single());
}

/** Deletes an add-on from the price book; past orders keep its name and price. */
export async function deleteAddon(db: Db, id: string): Promise<void> {
  unwrap(await db.from('addons').delete().eq('id', id).select('id').single());
}
