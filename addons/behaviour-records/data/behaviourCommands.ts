import { toDataError, unwrap, withOwnKey, type Db } from '@masomo/data';
import type { BehaviourKind } from './behaviour.ts';

export type NewFollowUp = { dueOn: string; task: string; personId: string };
export type NewBehaviour = {
  requestId: string;
  studentIds: string[];
  categoryId: string;
  happenedOn: string;
  note: string;
  agreed: string;
  isShared: boolean;
  followUp: NewFollowUp | null;
};

/** Records a merit or an incident; the same `requestId` again records nothing. Resolves to how many students it was recorded for. */
export async function recordBehaviour(db: Db, entry: NewBehaviour): Promise<number> {
  const { followUp } = entry;
  return unwrap(
    await withOwnKey(db).rpc('record_behaviour', {
      request_id: entry.requestId,
      student_ids: entry.studentIds,
      category_id: entry.categoryId,
      happened_on: entry.happenedOn,
      note: entry.note,
      agreed: entry.agreed,
      is_shared: entry.isShared,
      ...(followUp
        ? {
            follow_up_on: followUp.dueOn,
            follow_up_task: followUp.task,
            ...(followUp.personId ? { follow_up_by: followUp.personId } : {}),
          }
        : {}),
    }),
  );
}

type Result = { error: Parameters<typeof toDataError>[0] | null; status: number };
const expectDone = ({ error, status }: Result) => {
  if (error) throw toDataError(error, status);
};

/** Shows an entry to the student's family, or hides it again. */
export async function shareBehaviour(db: Db, { id, isShared }: { id: string; isShared: boolean }): Promise<void> {
  expectDone(await db.rpc('share_behaviour', { entry_id: id, is_shared: isShared }));
}

/** Takes an entry out of every count; the reason stays. */
export async function withdrawBehaviour(db: Db, { id, reason }: { id: string; reason: string }): Promise<void> {
  expectDone(await db.rpc('withdraw_behaviour', { entry_id: id, reason }));
}

export async function planFollowUp(db: Db, { entryId, ...plan }: NewFollowUp & { entryId: string }): Promise<string> {
  const { dueOn, task, personId } = plan;
  return unwrap(
    await db.rpc('plan_behaviour_follow_up', {
      entry_id: entryId,
      due_on: dueOn,
      task,
      ...(personId ? { assigned_to: personId } : {}),
    }),
  );
}

export async function closeFollowUp(db: Db, { id, outcome }: { id: string; outcome: string }): Promise<void> {
  expectDone(await db.rpc('close_behaviour_follow_up', { follow_up_id: id, outcome }));
}

/** Adds what the school records, or changes it for what is recorded from now on. */
export async function saveBehaviourCategory(
  db: Db,
  { id, name, kind, points }: { id?: string; name: string; kind: BehaviourKind; points: number },
): Promise<string> {
  return unwrap(await db.rpc('save_behaviour_category', { name, kind, points, ...(id ? { category_id: id } : {}) }));
}

export async function setBehaviourCategoryActive(db: Db, { id, isActive }: { id: string; isActive: boolean }): Promise<void> {
  expectDone(await db.rpc('set_behaviour_category_active', { category_id: id, is_active: isActive }));
}

/** Gives the school the usual merits and incidents; resolves to how many were new. */
export async function addUsualBehaviourCategories(db: Db, language: string): Promise<number> {
  return unwrap(await db.rpc('add_usual_behaviour_categories', { language }));
}
