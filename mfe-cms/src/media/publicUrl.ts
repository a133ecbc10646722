import { mediaUrl } from '@masomo/domain/libraryImages';

/** The absolute URL of a library file. */
export function publicUrl(filePath: string): string {
  return new URL(mediaUrl(filePath), window.location.origin).href;
}
