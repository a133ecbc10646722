import { translatable } from '@masomo/domain/translatable';
import type { SupabaseClient } from '@supabase/supabase-js';
import { DataError } from '@masomo/data';

/** The storage of the signed-in session's client. */
export type FileStorage = Pick<SupabaseClient['storage'], 'from'>;

/** The connection broke, as opposed to the server refusing the file: the same upload may succeed when repeated. */
export class ConnectionLostError extends DataError {
  constructor(userMessage: string, cause?: unknown) {
    super('unavailable', userMessage, { cause });
    this.name = 'ConnectionLostError';
  }
}

export type FileUpload = { bucket: string; path: string; bytes: Blob; onProgress: (sentBytes: number) => void };

const stallTimeoutMs = 30_000;

/**
 * Uploads bytes to a path of a bucket; `onProgress` gets the number of bytes sent so far. Throws `ConnectionLostError`, also
 * when nothing moves for 30 seconds, and `invalid` when the server refuses the file.
 */
export async function uploadWithProgress(storage: FileStorage, { bucket, path, bytes, onProgress }: FileUpload): Promise<void> {
  const { data, error } = await storage.from(bucket).createSignedUploadUrl(path);
  if (error)
    throw error.name === 'StorageUnknownError'
      ? new ConnectionLostError(translatable('The connection was lost.'), error)
      : new DataError('invalid', error.message, { cause: error });
  await new Promise<void>((resolve, reject) => {
    // XMLHttpRequest, since fetch does not report upload progress.
    const request = new XMLHttpRequest();
    let stallTimer = setTimeout(() => request.abort(), stallTimeoutMs);
    const restartStallTimer = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(() => request.abort(), stallTimeoutMs);
    };
    const rejectAsLost = () => {
      clearTimeout(stallTimer);
      reject(new ConnectionLostError(translatable('The connection was lost while the file was being sent.')));
    };
    request.upload.onprogress = ({ loaded }) => {
      restartStallTimer();
      onProgress(Math.min(loaded, bytes.size));
    };
    request.onerror = rejectAsLost;
    request.onabort = rejectAsLost;
    request.onload = () => {
      clearTimeout(stallTimer);
      if (request.status < 300) resolve();
      else if (request.status >= 500) reject(new ConnectionLostError(translatable('The server could not take the file. Try again.')));
      else reject(new DataError('invalid', refusalIn(request.responseText)));
    };
    request.open('PUT', data.signedUrl);
    request.setRequestHeader('content-type', bytes.type);
    request.setRequestHeader('cache-control', 'max-age=0');
    request.send(bytes);
  });
}

function refusalIn(responseText: string): string {
  try {
    const response: unknown = JSON.parse(responseText);
    if (typeof response === 'object' && response !== null && 'message' in response && typeof response.message === 'string')
      return response.message;
  } catch {
    // A proxy answered with something else than the storage API's JSON.
  }
  return translatable('The server refused the file. Try another one.');
}
