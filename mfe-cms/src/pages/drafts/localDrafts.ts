import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { PageContent } from '@masomo/data/site/pages';

/** What was written on a page in this browser and is not known to be on the server; `version` is what it started from. */
export type LocalDraft = { content: PageContent; version: number; writtenAt: string };
type DraftDatabase = DBSchema & { copies: { key: string; value: LocalDraft } };

let opened: Promise<IDBPDatabase<DraftDatabase>> | undefined;
function open(): Promise<IDBPDatabase<DraftDatabase>> {
  opened ??= openDB<DraftDatabase>('masomo-page-editor', 1, { upgrade: (database) => void database.createObjectStore('copies') });
  opened.catch(() => (opened = undefined));
  return opened;
}

const draftKey = (userId: string, pageId: string) => `${userId}/${pageId}`;

/** Reads one editor's copy of one page. */
export async function readLocalDraft(userId: string, pageId: string): Promise<LocalDraft | undefined> {
  return (await open()).get('copies', draftKey(userId, pageId));
}

export async function saveLocalDraft(userId: string, pageId: string, copy: LocalDraft): Promise<void> {
  await (await open()).put('copies', copy, draftKey(userId, pageId));
}

export async function deleteLocalDraft(userId: string, pageId: string): Promise<void> {
  await (await open()).delete('copies', draftKey(userId, pageId));
}
