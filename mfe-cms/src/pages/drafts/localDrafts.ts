import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { PageContent, PageTexts } from '@masomo/data/site/pages';
import { editableBlocks, storedBlocks } from '@masomo/domain/blocks';

/** The unsaved content of a page in this browser; `version` is the page's version it was based on, `writtenAt` in ISO. */
export type LocalDraft = { content: PageContent; version: number; writtenAt: string };
type DraftDatabase = DBSchema & { drafts: { key: string; value: LocalDraft } };

let connection: Promise<IDBPDatabase<DraftDatabase>> | undefined;
function open(): Promise<IDBPDatabase<DraftDatabase>> {
  connection ??= openDB<DraftDatabase>('masomo-page-drafts', 1, { upgrade: (database) => void database.createObjectStore('drafts') });
  connection.catch(() => (connection = undefined));
  return connection;
}

const draftKey = (userId: string, pageId: string) => `${userId}/${pageId}`;

/** A user's draft of a page, if there is one; blocks another version of the editor wrote are kept as they are. */
export async function readLocalDraft(userId: string, pageId: string): Promise<LocalDraft | undefined> {
  const draft = await (await open()).get('drafts', draftKey(userId, pageId));
  if (!draft) return undefined;
  const { content } = draft;
  const known = <Texts extends PageTexts>(texts: Texts): Texts => ({ ...texts, blocks: editableBlocks(storedBlocks(texts.blocks)) });
  return { ...draft, content: { ...known(content), swahili: content.swahili && known(content.swahili) } };
}

export async function saveLocalDraft(userId: string, pageId: string, draft: LocalDraft): Promise<void> {
  await (await open()).put('drafts', draft, draftKey(userId, pageId));
}

export async function deleteLocalDraft(userId: string, pageId: string): Promise<void> {
  await (await open()).delete('drafts', draftKey(userId, pageId));
}
