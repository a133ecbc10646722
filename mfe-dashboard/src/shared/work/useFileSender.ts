import { useEffect, useState, useSyncExternalStore } from 'react';
import { getClient, useSession } from '@masomo/auth';
import { DataError } from '@masomo/data';
import { newWorkPath, uploadWorkFile } from '@masomo/data/learning/assignmentFiles';
import { readDocumentType } from '@masomo/data/messages/documentFiles';
import { maxDocumentBytes } from '@masomo/data/messages/documents';
import { t } from '@lingui/core/macro';
import { createFileSender, type FileSender, type SentFile } from './createFileSender.ts';
import { shrinkPicture } from './shrinkPicture.ts';

/** Pictures are made smaller, other files are sent as they are once their content is known to be what is accepted. */
async function prepareBytes(file: File): Promise<Blob> {
  if (file.type.startsWith('image/')) return shrinkPicture(file);
  if (file.size > maxDocumentBytes) throw new DataError('invalid', t`Choose a file of at most 25 MB`);
  const type = await readDocumentType(file);
  return type.startsWith('image/') ? shrinkPicture(file) : file.slice(0, file.size, type);
}

/** Files that a person sends with an assignment while the screen is open. `onChange` hears of each that is ready or has arrived. */
export function useFileSender(onChange?: (file: SentFile) => void): { sender: FileSender; files: readonly SentFile[] } {
  const { user } = useSession();
  const [sender] = useState(() => {
    const pathOf = (type: string) => newWorkPath({ schoolId: user?.schoolId ?? '', userId: user?.id ?? '', type });
    return createFileSender({
      prepare: async (file) => {
        const bytes = await prepareBytes(file);
        return { bytes, path: pathOf(bytes.type) };
      },
      upload: async (file) => uploadWorkFile(await getClient(), file),
      renewPath: ({ type }) => pathOf(type),
      ...(onChange ? { onChange } : {}),
    });
  });
  useEffect(() => {
    window.addEventListener('online', sender.retry);
    return () => {
      window.removeEventListener('online', sender.retry);
      sender.stop();
    };
  }, [sender]);
  return { sender, files: useSyncExternalStore(sender.subscribe, sender.get) };
}

export const areSent = (files: readonly SentFile[]): boolean => files.every(({ state }) => state === 'sent');
