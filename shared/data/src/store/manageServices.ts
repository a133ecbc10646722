import { translatable } from '@masomo/domain/translatable';
import { storedTranslationsSchema, type StoredTranslations } from '@masomo/domain/storedTranslations';
import type { PriceCategory, Service } from '@masomo/domain/pricing';
import { DataError, toDataError, unwrap, unwrapPage, type Db } from '@masomo/data';
import type { ListPage } from '../listing.ts';
import { unwrapUnique } from '../unwrapUnique.ts';

export const serviceUnits = ['per term', 'per year', 'per month', 'one-time'] as const;
export type ServiceUnit = (typeof serviceUnits)[number];

/** Editable fields of a service; `price` in whole shillings. */
export type ServiceDraft = Omit<Service, 'id' | 'unit' | 'lang'> & {
  unit: ServiceUnit;
  category: PriceCategory;
  isActive: boolean;
  isInStore: boolean;
  translations: StoredTranslations;
};

/** A service in the management console, active or not; `orders` is the number of orders that contain it, `needsTranslation` names languages. */
export type ManagedService = ServiceDraft & { id: string; updatedAt: string; orders: number; needsTranslation: string[] };

/** List filter; `page` is zero-based. */
export type ServiceFilter = { search: string; page: number; pageSize: number };

export const managedServiceKeys = { list: (filter: ServiceFilter) => ['services', 'managed', filter] as const };

const nameTakenMessage = translatable('Another service has this name already. Choose another one.');
const toColumns = ({ isActive, isInStore, ...draft }: ServiceDraft) => ({ ...draft, is_active: isActive, in_store: isInStore });

/** A page of all services in the order of the pricing page. */
export async function listManagedServices(db: Db, { search, page, pageSize }: ServiceFilter): Promise<ListPage<ManagedService>> {
  const rows = unwrap(
    await db.rpc(
      'list_services',
      { ...(search.trim() ? { search: search.trim() } : {}), page: page + 1, page_size: pageSize },
      { get: true },
    ),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(
      ({
        is_active: isActive,
        in_store: isInStore,
        updated_at: updatedAt,
        total: _total,
        unit,
        translations,
        needs_translation: needsTranslation,
        ...service
      }) => ({
        ...service,
        unit: serviceUnits.find((known) => known === unit) ?? 'one-time',
        translations: storedTranslationsSchema.parse(translations),
        needsTranslation,
        isActive,
        isInStore,
        updatedAt,
      }),
    ),
  };
}

/** Creates a service after the others and returns its id. Fails as `conflict` on a duplicate name. */
export async function createService(db: Db, draft: ServiceDraft): Promise<string> {
  const last = unwrapPage(await db.from('services').select('position').order('position', { ascending: false }).limit(1)).rows[0];
  return unwrapUnique(
    await db
      .from('services')
      .insert({ ...toColumns(draft), position: (last?.position ?? 0) + 1 })
      .select('id')
      .single(),
    'name',
    nameTakenMessage,
  ).id;
}

/** Updates a service; fails as `conflict` when it was saved or deleted after `updatedAt`. */
export async function updateService(
  db: Db,
  { id, updatedAt, draft }: { id: string; updatedAt: string; draft: ServiceDraft },
): Promise<string> {
  const [saved] = unwrapUnique(
    await db.from('services').update(toColumns(draft)).eq('id', id).eq('updated_at', updatedAt).select('id'),
    'name',
    nameTakenMessage,
  );
  if (!saved)
    throw new DataError(
      'conflict',
      translatable(
        'Somebody else changed this service in the meantime. Close this form and open it again: what you wrote can be copied from here first.',
      ),
    );
  return saved.id;
}

/** Activates or deactivates a service. */
export async function switchService(db: Db, { id, isActive }: { id: string; isActive: boolean }): Promise<string> {
  return unwrap(await db.from('services').update({ is_active: isActive }).eq('id', id).select('id').single()).id;
}

/** Moves a service one position up or down. */
export async function moveService(db: Db, { id, up }: { id: string; up: boolean }): Promise<string> {
  const { error, status } = await db.rpc('move_service', { service_id: id, up });
  if (error) throw toDataError(error, status);
  return id;
}
