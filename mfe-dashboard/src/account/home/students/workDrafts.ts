import { createOutbox, type Outbox } from '@masomo/remote/offline/createOutbox';
import type { SentFile } from '../../../shared/work/createFileSender.ts';

/** What a student has typed for an assignment and not handed in. */
type AnswerDraft = { owner: string; workId: string; answer: string };
/** In which order the pages are, also those that were handed in before. */
type OrderDraft = { owner: string; workId: string; order: string[] };
/** A page that is not handed in yet, with its bytes as base64; `isSent`: the server has it, and keeps it for a day. */
type PageDraft = {
  owner: string;
  workId: string;
  pageId: string;
  name: string;
  type: string;
  path: string;
  data: string;
  isSent: boolean;
};

/** Larger files are chosen again: a phone would be busy with sealing them for seconds. */
const mostKeptBytes = 4_000_000;

// Nothing here is sent by itself: the student says when the work is complete.
const notSent = { isWaiting: () => false, send: async () => undefined };
const answers: Outbox<AnswerDraft> = createOutbox<AnswerDraft>({ name: 'masomo-work-answers', keyPath: ['owner', 'workId'], ...notSent });
const pages: Outbox<PageDraft> = createOutbox<PageDraft>({ name: 'masomo-work-pages', keyPath: ['owner', 'workId', 'pageId'], ...notSent });

const orders: Outbox<OrderDraft> = createOutbox<OrderDraft>({ name: 'masomo-work-orders', keyPath: ['owner', 'workId'], ...notSent });

export type WorkDraft = {
  answer: string | undefined;
  files: SentFile[];
  /** The ids of the pages, where the student has moved one. */ order: string[];
};

const fileOf = ({ pageId, name, type, path, data, isSent }: PageDraft): SentFile => {
  const bytes = new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type });
  return { id: pageId, name, type, path, bytes, size: bytes.size, state: isSent ? 'sent' : 'waiting', progress: isSent ? 1 : 0 };
};

async function base64Of(bytes: Blob): Promise<string> {
  const read = new Uint8Array(await bytes.arrayBuffer());
  let text = '';
  for (let at = 0; at < read.length; at += 32_768) text += String.fromCharCode(...read.subarray(at, at + 32_768));
  return btoa(text);
}

function warn(error: unknown): false {
  console.warn('What was prepared for an assignment could not be kept on this device.', error);
  return false;
}

/** Changes are made one after the other, so that what was typed last stays. Resolves to whether the device has it. */
let lastChange: Promise<boolean> = Promise.resolve(true);
function change(write: () => Promise<void>): Promise<boolean> {
  lastChange = lastChange.then(write).then(() => true, warn);
  return lastChange;
}

/** What this device keeps of an assignment; nothing where the browser lets the page keep nothing. */
export async function readWorkDraft(owner: string, workId: string): Promise<WorkDraft> {
  try {
    await lastChange;
    const [typed, kept, moved] = await Promise.all([answers.list(owner), pages.list(owner), orders.list(owner)]);
    return {
      answer: typed.find((draft) => draft.workId === workId)?.answer,
      files: kept.filter((draft) => draft.workId === workId).map(fileOf),
      order: moved.find((draft) => draft.workId === workId)?.order ?? [],
    };
  } catch (error) {
    warn(error);
    return { answer: undefined, files: [], order: [] };
  }
}

export const keepAnswer = (owner: string, workId: string, answer: string): Promise<boolean> =>
  change(() => answers.add([{ owner, workId, answer }]));

export const keepOrder = (owner: string, workId: string, order: string[]): Promise<boolean> =>
  change(() => orders.add([{ owner, workId, order }]));

/** Keeps a page that is ready or has arrived. */
export function keepPage(owner: string, workId: string, { id, name, type, path, bytes, state }: SentFile): Promise<boolean> {
  if (state !== 'waiting' && state !== 'sent') return lastChange;
  if (!bytes || bytes.size > mostKeptBytes) return Promise.resolve(false);
  return change(async () => {
    const draft = { owner, workId, pageId: id, name, type, path, data: await base64Of(bytes), isSent: state === 'sent' };
    await pages.add([draft]);
  });
}

export function dropPage(owner: string, workId: string, pageId: string): Promise<boolean> {
  const key = { owner, workId, pageId, name: '', type: '', path: '', data: '', isSent: false };
  return change(() => pages.update([key], () => undefined));
}

/** Forgets all of an assignment, once the server has it. */
export const dropWorkDraft = (owner: string, workId: string): Promise<boolean> =>
  change(async () => {
    await answers.update([{ owner, workId, answer: '' }], () => undefined);
    await orders.update([{ owner, workId, order: [] }], () => undefined);
    await pages.update(
      (await pages.list(owner)).filter((draft) => draft.workId === workId),
      () => undefined,
    );
  });
