import { t } from '@lingui/core/macro';
import { asDataError, DataError } from '@masomo/data';
import type { UploadedFile } from '@masomo/data/learning/assignmentFiles';
import { ConnectionLostError } from '@masomo/data/uploadWithProgress';
import { createStore, type Store } from '@masomo/domain/createStore';
import { newId } from '@masomo/domain/secureContext';

/** A file that goes with an assignment: read and made smaller, then sent, then there. */
export type SentFile = {
  id: string;
  name: string;
  type: string;
  size: number;
  state: 'preparing' | 'waiting' | 'sending' | 'sent' | 'refused';
  /** Where the server has it or will have it; empty while it is prepared. */
  path: string;
  /** The part that was sent, from 0 to 1. */
  progress: number;
  /** What is sent; null for a file that only the server has. */
  bytes: Blob | null;
  /** Why it is not taken, in words. */
  problem?: string;
  /** The line broke: it is tried again by itself. */
  isCutOff?: boolean;
};

type FileSenderOptions = {
  /** Makes a chosen file ready: its bytes, with their type, and where they go. Rejects with a `DataError` for one that is not taken. */
  prepare: (file: File) => Promise<{ bytes: Blob; path: string }>;
  upload: (file: { path: string; bytes: Blob; onProgress: (sentBytes: number) => void }) => Promise<void>;
  /** A place of its own for a file that has to be sent once more. */
  renewPath: (file: SentFile) => string;
  /** Tells what has changed of one file, so that the device can keep it. */
  onChange?: (file: SentFile) => void;
};

export type FileSender = Pick<Store<readonly SentFile[]>, 'get' | 'subscribe'> & {
  add: (files: readonly File[]) => Promise<void>;
  /** Files that the server or this device has from before; what did not arrive is sent. */
  restore: (files: readonly SentFile[]) => void;
  remove: (id: string) => void;
  /** Changes places with the next file above or below that is taken. */
  move: (id: string, direction: 'up' | 'down') => void;
  /** Tries again at once what the line broke. */
  retry: () => void;
  /** Sends everything once more, for the server lost what was not handed in for a day. */
  resend: () => void;
  stop: () => void;
};

const firstDelayMs = 2_000;
const longestDelayMs = 30_000;

/** The files in their order, as they are handed in or attached. */
export const uploadedFiles = (files: readonly SentFile[]): UploadedFile[] => files.map(({ path, name }) => ({ path, name }));

/**
 * Prepares and uploads files, one after the other, since two at once share a bad line. One that the line breaks is tried again, after two
 * seconds and then less often, and does not block what can still be prepared.
 */
export function createFileSender({ prepare, upload, renewPath, onChange }: FileSenderOptions): FileSender {
  const store = createStore<readonly SentFile[]>([]);
  let isRunning = false;
  let isStopped = false;
  let delayMs = firstDelayMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const find = (id: string) => store.get().find((file) => file.id === id);
  function change(id: string, part: Partial<SentFile>, isKept = true) {
    store.set(store.get().map((file) => (file.id === id ? { ...file, ...part } : file)));
    const changed = find(id);
    if (changed && isKept) onChange?.(changed);
  }

  async function run() {
    if (isRunning || isStopped) return;
    isRunning = true;
    clearTimeout(timer);
    timer = undefined;
    for (;;) {
      const next = store.get().find(({ state }) => state === 'waiting');
      if (!next?.bytes || isStopped) break;
      const { id, path, bytes } = next;
      change(id, { state: 'sending', progress: 0, isCutOff: false }, false);
      try {
        await upload({ path, bytes, onProgress: (sent) => change(id, { progress: bytes.size ? sent / bytes.size : 1 }, false) });
        // It may have been given another place in the meantime.
        if (find(id)?.path === path) change(id, { state: 'sent', progress: 1 });
        delayMs = firstDelayMs;
      } catch (error) {
        if (!(error instanceof ConnectionLostError)) {
          console.error('A file could not be uploaded', error);
          change(id, { state: 'refused', problem: asDataError(error).userMessage });
          continue;
        }
        change(id, { state: 'waiting', isCutOff: true }, false);
        timer = setTimeout(() => void run(), delayMs);
        delayMs = Math.min(longestDelayMs, delayMs * 2);
        break;
      }
    }
    isRunning = false;
  }
  const retry = () => {
    delayMs = firstDelayMs;
    void run();
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    retry,
    async add(files) {
      const added = files.map((file) => ({
        file,
        entry: {
          id: newId(),
          name: file.name,
          type: file.type,
          size: file.size,
          state: 'preparing' as const,
          path: '',
          progress: 0,
          bytes: null,
        },
      }));
      store.set([...store.get(), ...added.map(({ entry }) => entry)]);
      // One after the other: a phone's memory holds one large picture at a time.
      for (const { file, entry } of added) {
        try {
          const { bytes, path } = await prepare(file);
          change(entry.id, { state: 'waiting', bytes, path, type: bytes.type, size: bytes.size });
          // While the line is broken a new file waits with the others.
          if (timer === undefined) void run();
        } catch (error) {
          console.error('A file could not be prepared', error);
          const problem = error instanceof DataError ? error.userMessage : t`This file cannot be read. Choose another one.`;
          change(entry.id, { state: 'refused', problem });
        }
      }
    },
    restore(files) {
      store.set([...store.get(), ...files.filter(({ id }) => !find(id))]);
      void run();
    },
    remove: (id) => store.set(store.get().filter((file) => file.id !== id)),
    move(id, direction) {
      const files = [...store.get()];
      const from = files.findIndex((file) => file.id === id);
      const step = direction === 'up' ? -1 : 1;
      let to = from + step;
      // What is not taken is no page.
      while (files[to]?.state === 'refused') to += step;
      const [moved, other] = [files[from], files[to]];
      if (!moved || !other) return;
      [files[from], files[to]] = [other, moved];
      store.set(files);
    },
    resend() {
      for (const file of store.get()) {
        if (file.bytes && file.state === 'sent') change(file.id, { state: 'waiting', progress: 0, path: renewPath(file) });
      }
      retry();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
