import { getClient } from '@masomo/auth';
import { mediaBucket } from '@masomo/data/site/media';

/** Thrown when the line broke, not when the server refused: the same bytes may go through a moment later. */
export class LineBroken extends Error {
  override name = 'LineBroken';
}

const silence = 30_000;

/** Sends bytes to a place of the library and says how many have gone. Refusals come in the server's words. */
export async function sendBytes(path: string, bytes: Blob, onProgress: (sent: number) => void): Promise<void> {
  const bucket = (await getClient()).storage.from(mediaBucket);
  const { data, error } = await bucket.createSignedUploadUrl(path);
  if (error)
    throw error.name === 'StorageUnknownError'
      ? new LineBroken('The connection is gone.', { cause: error })
      : new Error(error.message, { cause: error });
  await new Promise<void>((resolve, reject) => {
    // Fetch cannot say how much of a body has been sent.
    const request = new XMLHttpRequest();
    let guard = setTimeout(() => request.abort(), silence);
    const alive = () => {
      clearTimeout(guard);
      guard = setTimeout(() => request.abort(), silence);
    };
    const broken = () => {
      clearTimeout(guard);
      reject(new LineBroken('The connection broke while the file was sent.'));
    };
    request.upload.onprogress = ({ loaded }) => {
      alive();
      onProgress(Math.min(loaded, bytes.size));
    };
    request.onerror = broken;
    request.onabort = broken;
    request.onload = () => {
      clearTimeout(guard);
      if (request.status < 300) resolve();
      else if (request.status >= 500) reject(new LineBroken('The server could not take the file. Try again.'));
      else reject(new Error(messageOf(request.responseText)));
    };
    request.open('PUT', data.signedUrl);
    request.setRequestHeader('content-type', bytes.type);
    request.setRequestHeader('cache-control', 'max-age=0');
    request.send(bytes);
  });
}

function messageOf(answer: string): string {
  try {
    const told: unknown = JSON.parse(answer);
    if (typeof told === 'object' && told !== null && 'message' in told && typeof told.message === 'string') return told.message;
  } catch {
    // No words of the service: ours then.
  }
  return 'The server refused the file. Try another one.';
}
