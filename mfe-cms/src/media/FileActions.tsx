import type { MediaFile } from '@masomo/data/site/media';
import { Button, HStack } from '@masomo/design-system';

export type MediaActions = Record<'onCopy' | 'onDescribe' | 'onDelete' | 'onRestore', (file: MediaFile) => void>;

/** The actions of a file, or of a deleted one. */
export function FileActions({ file, onCopy, onDescribe, onDelete, onRestore }: MediaActions & { file: MediaFile }) {
  if (!file.isActive)
    return (
      <Button size="xs" variant="outline" aria-label={`Restore ${file.name}`} onClick={() => onRestore(file)}>
        Restore
      </Button>
    );
  return (
    <HStack gap="1" wrap="wrap">
      <Button size="xs" variant="outline" aria-label={`Copy link of ${file.name}`} onClick={() => onCopy(file)}>
        Copy link
      </Button>
      <Button size="xs" variant="outline" aria-label={`Details of ${file.name}`} onClick={() => onDescribe(file)}>
        Details
      </Button>
      <Button size="xs" variant="outline" aria-label={`Delete ${file.name}`} onClick={() => onDelete(file)}>
        Delete
      </Button>
    </HStack>
  );
}
