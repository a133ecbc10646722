import { translatable } from '@masomo/domain/translatable';
import { storedTranslationsSchema, type StoredTranslations } from '@masomo/domain/storedTranslations';
import { planBulletsSchema } from '@masomo/domain/planBullets';
import type { Plan, PriceCategory } from '@masomo/domain/pricing';
import { DataError, toDataError, unwrap, unwrapPage, type Db } from '@masomo/data';
import type { ListPage } from '../listing.ts';
import { nullable } from '../nullable.ts';
import { unwrapUnique } from '../unwrapUnique.ts';

/** Editable fields of a plan; `price` in whole shillings per `period`, `maxStudents` and `maxCampuses` null for unlimited. */
export type PlanDraft = Omit<Plan, 'id' | 'lang'> & {
  maxStudents: number | null;
  maxCampuses: number | null;
  isActive: boolean;
  isInStore: boolean;
  translations: StoredTranslations;
};

/** A plan in the management console, active or not. */
export type ManagedPlan = PlanDraft & {
  id: string;
  updatedAt: string;
  /** Schools currently subscribed; while there are any, a price change needs notice. */
  subscribers: number;
  /** Number of orders that contain it. */
  orders: number;
  /** Languages whose translation is missing or older than the English texts. */
  needsTranslation: string[];
};

/** List filter; `page` is zero-based. */
export type PlanFilter = { search: string; category: PriceCategory | 'all'; page: number; pageSize: number };

export const managedPlanKeys = { list: (filter: PlanFilter) => ['plans', 'managed', filter] as const };

const nameTakenMessage = translatable('This version has a plan of this name already. Choose another name.');
const toColumns = ({ maxStudents, maxCampuses, isActive, isInStore, bullets, ...draft }: PlanDraft) => ({
  ...draft,
  features: bullets,
  max_students: maxStudents,
  max_campuses: maxCampuses,
  is_active: isActive,
  in_store: isInStore,
});

/** A page of all plans in the order of the pricing page. */
export async function listManagedPlans(db: Db, { search, category, page, pageSize }: PlanFilter): Promise<ListPage<ManagedPlan>> {
  const rows = unwrap(
    await db.rpc(
      'list_plans',
      {
        ...(search.trim() ? { search: search.trim() } : {}),
        ...(category === 'all' ? {} : { only_category: category }),
        page: page + 1,
        page_size: pageSize,
      },
      { get: true },
    ),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(
      ({
        max_students,
        max_campuses,
        is_active: isActive,
        in_store: isInStore,
        updated_at: updatedAt,
        total: _total,
        badge,
        features,
        translations,
        needs_translation: needsTranslation,
        ...plan
      }) => ({
        ...plan,
        badge: nullable(badge),
        bullets: planBulletsSchema.parse(features),
        translations: storedTranslationsSchema.parse(translations),
        needsTranslation,
        maxStudents: nullable(max_students),
        maxCampuses: nullable(max_campuses),
        isActive,
        isInStore,
        updatedAt,
      }),
    ),
  };
}

/** Creates a plan after the others of its version and returns its id. Fails as `conflict` on a duplicate name. */
export async function createPlan(db: Db, draft: PlanDraft): Promise<string> {
  const last = unwrapPage(
    await db.from('plans').select('position').eq('category', draft.category).order('position', { ascending: false }).limit(1),
  ).rows[0];
  return unwrapUnique(
    await db
      .from('plans')
      .insert({ ...toColumns(draft), position: (last?.position ?? 0) + 1 })
      .select('id')
      .single(),
    'name',
    nameTakenMessage,
  ).id;
}

/** Updates a plan; fails as `conflict` when it was saved or deleted after `updatedAt`. */
export async function updatePlan(db: Db, { id, updatedAt, draft }: { id: string; updatedAt: string; draft: PlanDraft }): Promise<string> {
  const [saved] = unwrapUnique(
    await db.from('plans').update(toColumns(draft)).eq('id', id).eq('updated_at', updatedAt).select('id'),
    'name',
    nameTakenMessage,
  );
  if (!saved)
    throw new DataError(
      'conflict',
      translatable(
        'Somebody else changed this plan in the meantime. Close this form and open it again: what you wrote can be copied from here first.',
      ),
    );
  return saved.id;
}

/** Activates or deactivates a plan. */
export async function switchPlan(db: Db, { id, isActive }: { id: string; isActive: boolean }): Promise<string> {
  return unwrap(await db.from('plans').update({ is_active: isActive }).eq('id', id).select('id').single()).id;
}

/** Moves a plan one position up or down within its version. */
export async function movePlan(db: Db, { id, up }: { id: string; up: boolean }): Promise<string> {
  const { error, status } = await db.rpc('move_plan', { plan_id: id, up });
  if (error) throw toDataError(error, status);
  return id;
}
