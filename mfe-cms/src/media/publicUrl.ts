import { mediaBucket } from '@masomo/data/site/media';

/** Where everybody can open a file of the library. */
export function publicUrl(filePath: string): string {
  return new URL(`/storage/v1/object/public/${mediaBucket}/${filePath}`, window.location.origin).href;
}
