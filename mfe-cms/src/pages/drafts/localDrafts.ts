import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { PageContent } from '@masomo/data/site/pages';

/** What was written on a page in this browser and is not known to be on the server; `version` is what it started from. */
export type LocalCopy = { content: PageContent; version: number; writtenAt: string };
type Copies = DBSchema & { copies: { key: string; value: LocalCopy } };

let opened: Promise<IDBPDatabase<Copies>> | undefined;
function open(): Promise<IDBPDatabase<Copies>> {
  opened ??= openDB<Copies>('masomo-page-editor', 1, { upgrade: (database) => void database.createObjectStore('copies') });
  opened.catch(() => (opened = undefined));
  return opened;
}

const nameOf = (userId: string, pageId: string) => `${userId}/${pageId}`;

/** Reads one editor's copy of one page. */
export async function readLocalCopy(userId: string, pageId: string): Promise<LocalCopy | undefined> {
  return (await open()).get('copies', nameOf(userId, pageId));
}

export async function keepLocalCopy(userId: string, pageId: string, copy: LocalCopy): Promise<void> {
  await (await open()).put('copies', copy, nameOf(userId, pageId));
}

export async function forgetLocalCopy(userId: string, pageId: string): Promise<void> {
  await (await open()).delete('copies', nameOf(userId, pageId));
}
