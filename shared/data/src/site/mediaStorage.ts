import { translatable } from '@masomo/domain/translatable';
import { DataError } from '@masomo/data';
import { uploadWithProgress, type FileStorage, type FileUpload } from '../uploadWithProgress.ts';
import { mediaBucket } from './media.ts';

/** Uploads bytes to a path of the media bucket; see `uploadWithProgress`. */
export const uploadMediaFile = (storage: FileStorage, file: Omit<FileUpload, 'bucket'>): Promise<void> =>
  uploadWithProgress(storage, { ...file, bucket: mediaBucket });

/** Deletes files of the media bucket; paths without a file are ignored. */
export async function deleteMediaFiles(storage: FileStorage, paths: readonly string[]): Promise<void> {
  const { error } = await storage.from(mediaBucket).remove([...paths]);
  if (error) throw new DataError('unavailable', translatable('The files could not be deleted. Try again.'), { cause: error });
}
