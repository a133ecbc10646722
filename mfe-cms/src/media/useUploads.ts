import { useEffect, useRef, useState } from 'react';
import { mutate } from '@masomo/data';
import { LineBroken } from './sendBytes.ts';
import { sendFile } from './sendFile.ts';

export type Upload = {
  id: string;
  file: File;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** How much has gone, from 0 to 1. */
  part: number;
  reason?: string;
  /** The line broke: it goes on by itself once the browser is online again. */
  isBroken?: boolean;
};

/** Files on their way into the library, one after the other; a failed one waits for a retry or the line and holds up nobody. */
export function useUploads() {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef<Upload[]>([]);
  const busy = useRef(false);
  const change = (id: string, now: Partial<Upload>) => setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...now } : one)));

  async function work() {
    if (busy.current) return;
    busy.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { id, file } = next;
      change(id, { state: 'sending', part: 0 });
      try {
        await sendFile(file, (part) => change(id, { part }));
        change(id, { state: 'done', part: 1 });
        await mutate((key) => Array.isArray(key) && key[0] === 'media');
      } catch (failure) {
        console.error('A file could not be uploaded', failure);
        change(id, {
          state: 'failed',
          reason: failure instanceof Error ? failure.message : 'The file could not be sent. Try again.',
          isBroken: failure instanceof LineBroken,
        });
      }
    }
    busy.current = false;
  }

  function enqueue(again: readonly Upload[]) {
    for (const { id } of again) change(id, { state: 'waiting', part: 0, reason: '', isBroken: false });
    queue.current.push(...again);
    void work();
  }
  function add(files: readonly File[]) {
    const added = files.map((file) => ({ id: crypto.randomUUID(), file, state: 'waiting' as const, part: 0 }));
    setUploads((all) => [...all.filter(({ state }) => state !== 'done'), ...added]);
    queue.current.push(...added);
    void work();
  }
  const goOn = useRef<() => void>(undefined);
  useEffect(() => void (goOn.current = () => enqueue(uploads.filter(({ state, isBroken }) => state === 'failed' && isBroken))));
  useEffect(() => {
    const resume = () => goOn.current?.();
    window.addEventListener('online', resume);
    return () => window.removeEventListener('online', resume);
  }, []);
  const retryAll = () => enqueue(uploads.filter(({ state }) => state === 'failed'));
  const dismiss = (id: string) => setUploads((all) => all.filter((one) => one.id !== id));
  const isSending = uploads.some(({ state }) => state === 'sending' || state === 'waiting');
  return { uploads, isSending, add, retry: (upload: Upload) => enqueue([upload]), retryAll, dismiss };
}
