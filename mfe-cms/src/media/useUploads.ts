import { useRef, useState } from 'react';
import { mutate } from '@masomo/data';
import { sendFile } from './sendFile.ts';

export type Upload = { id: string; file: File; state: 'waiting' | 'sending' | 'done' | 'failed'; reason?: string };

/** Files on their way into the library, one after the other; a failed one waits for a retry and holds up nobody. */
export function useUploads() {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef<Upload[]>([]);
  const busy = useRef(false);
  const change = (id: string, state: Upload['state'], reason = '') => setUploads((all) => all.map((one) => (one.id === id ? { ...one, state, reason } : one)));

  async function work() {
    if (busy.current) return;
    busy.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      change(next.id, 'sending');
      try {
        await sendFile(next.file);
        change(next.id, 'done');
        await mutate((key) => Array.isArray(key) && key[0] === 'media');
      } catch (failure) {
        console.error('A file could not be uploaded', failure);
        change(next.id, 'failed', failure instanceof Error ? failure.message : 'The file could not be sent. Try again.');
      }
    }
    busy.current = false;
  }

  function add(files: readonly File[]) {
    const added = files.map((file) => ({ id: crypto.randomUUID(), file, state: 'waiting' as const }));
    setUploads((all) => [...all.filter(({ state }) => state !== 'done'), ...added]);
    queue.current.push(...added);
    void work();
  }
  function retry(upload: Upload) {
    change(upload.id, 'waiting');
    queue.current.push(upload);
    void work();
  }
  const dismiss = (id: string) => setUploads((all) => all.filter((one) => one.id !== id));
  return { uploads, add, retry, dismiss };
}
