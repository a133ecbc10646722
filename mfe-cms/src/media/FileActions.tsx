import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { MediaFile } from '@masomo/data/site/media';
import { Button, HStack } from '@masomo/design-system';

export type MediaActions = Record<'onCopy' | 'onDescribe' | 'onDelete' | 'onRestore', (file: MediaFile) => void>;

/** The actions of a file, or of a deleted one. */
export function FileActions({ file, onCopy, onDescribe, onDelete, onRestore }: MediaActions & { file: MediaFile }) {
  if (!file.isActive)
    return (
      <Button size="xs" variant="outline" aria-label={t`Restore ${file.name}`} onClick={() => onRestore(file)}>
        <Trans>Restore</Trans>
      </Button>
    );
  return (
    <HStack gap="1" wrap="wrap">
      <Button size="xs" variant="outline" aria-label={t`Copy link of ${file.name}`} onClick={() => onCopy(file)}>
        <Trans>Copy link</Trans>
      </Button>
      <Button size="xs" variant="outline" aria-label={t`Details of ${file.name}`} onClick={() => onDescribe(file)}>
        <Trans>Details</Trans>
      </Button>
      <Button size="xs" variant="outline" aria-label={t`Delete ${file.name}`} onClick={() => onDelete(file)}>
        <Trans>Delete</Trans>
      </Button>
    </HStack>
  );
}
