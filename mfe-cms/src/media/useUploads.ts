import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { asDataError, DataError, mutate } from '@masomo/data';
import { ConnectionLostError } from '@masomo/data/uploadWithProgress';
import { newId } from '@masomo/domain/secureContext';
import { uploadMedia } from './uploadMedia.ts';

export type Upload = {
  id: string;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** The uploaded part, from 0 to 1. */
  progress: number;
  reason?: string;
  /** It may be in the library: its answer was lost. */
  isUnconfirmed?: boolean;
  /** The connection broke: the upload restarts by itself once the browser is online again. */
  isConnectionLost?: boolean;
};

/** Uploads into the library, one after the other; a failed one waits for a retry or the connection and does not block the others. */
export function useUploads() {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef<Upload[]>([]);
  const isRunning = useRef(false);
  const update = (id: string, change: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));

  async function runQueue() {
    if (isRunning.current) return;
    isRunning.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { id, file } = next;
      update(id, { state: 'sending', progress: 0 });
      try {
        await uploadMedia(file, (progress) => update(id, { progress }));
        update(id, { state: 'done', progress: 1 });
        await mutate((key) => Array.isArray(key) && key[0] === 'media');
      } catch (failure) {
        console.error('A file could not be uploaded', failure);
        update(id, {
          state: 'failed',
          reason: failure instanceof DataError ? failure.userMessage : t`The file was not uploaded. Try again.`,
          isConnectionLost: failure instanceof ConnectionLostError,
          isUnconfirmed: !(failure instanceof ConnectionLostError) && asDataError(failure).outcome === 'unknown',
        });
      }
    }
    isRunning.current = false;
  }

  function restart(failed: readonly Upload[]) {
    for (const { id } of failed) update(id, { state: 'waiting', progress: 0, reason: '', isConnectionLost: false, isUnconfirmed: false });
    queue.current.push(...failed);
    void runQueue();
  }
  function add(files: readonly File[]) {
    const added = files.map((file) => ({ id: newId(), file, state: 'waiting' as const, progress: 0 }));
    setUploads((all) => [...all.filter(({ state }) => state !== 'done'), ...added]);
    queue.current.push(...added);
    void runQueue();
  }
  const restartLost = useRef<() => void>(undefined);
  useEffect(
    () =>
      void (restartLost.current = () => restart(uploads.filter(({ state, isConnectionLost }) => state === 'failed' && isConnectionLost))),
  );
  useEffect(() => {
    const resume = () => restartLost.current?.();
    window.addEventListener('online', resume);
    return () => window.removeEventListener('online', resume);
  }, []);
  const retryAll = () => restart(uploads.filter(({ state }) => state === 'failed'));
  const dismiss = (id: string) => setUploads((all) => all.filter((upload) => upload.id !== id));
  const isSending = uploads.some(({ state }) => state === 'sending' || state === 'waiting');
  return { uploads, isSending, add, retry: (upload: Upload) => restart([upload]), retryAll, dismiss };
}
