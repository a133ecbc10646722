import { z } from 'zod';
import { personalStorageKey } from '@masomo/domain/personalStorage';
import { newId } from '@masomo/domain/secureContext';

const draftSchema = z.object({
  /** Of the receipt that it becomes: sending it twice, also from two tabs, records it once. */
  id: z.string(),
  owner: z.string(),
  lines: z.array(z.object({ studentId: z.string(), amount: z.string() })),
});
/** The receipt that a cashier is filling in; `amount` is what was typed. */
export type Draft = z.infer<typeof draftSchema>;

/** The receipt that a cashier is filling in, in every tab. */
const key = personalStorageKey('addon:quick-fees', 'draft');
/** Where the browser stores nothing, a draft lasts as long as its page. */
let unstored: string | null = null;

const emptyDraft = (owner: string): Draft => ({ id: newId(), owner, lines: [] });

export function readDraftText(): string | null {
  try {
    return window.localStorage.getItem(key) ?? unstored;
  } catch {
    return unstored;
  }
}

/** Stores the draft for every tab of this browser. */
export function writeDraft(draft: Draft): void {
  unstored = JSON.stringify(draft);
  try {
    window.localStorage.setItem(key, unstored);
  } catch {
    // Storage is blocked: other tabs have drafts of their own.
  }
  // The browser notifies other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: unstored }));
}

/** The stored draft of this person, else a new one. */
export function parseDraft(text: string | null, owner: string): Draft {
  try {
    const draft = draftSchema.parse(JSON.parse(text ?? ''));
    if (draft.owner === owner) return draft;
  } catch {
    // Nothing that this version wrote.
  }
  return emptyDraft(owner);
}

export function startDraft(owner: string): void {
  writeDraft(emptyDraft(owner));
}

/** Calls `listener` when this or another tab changed the draft. Returns how to stop. */
export function subscribeDraft(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    if (event.newValue === null) unstored = null;
    listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
