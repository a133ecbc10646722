import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { documentTypes } from '@masomo/data/messages/documents';
import { Box, Button, HStack, Text } from '@masomo/design-system';

type AddFilesProps = {
  /** How many more are taken. */ room: number;
  hasPages?: boolean;
  withCamera?: boolean;
  onAdd: (files: File[]) => void;
};

/** Chooses files, and on a phone opens its camera. */
export function AddFiles({ room, hasPages = false, withCamera = false, onAdd }: AddFilesProps) {
  const camera = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    const chosen = [...(input.files ?? [])].slice(0, Math.max(0, room));
    // The same file may be chosen again after it was removed.
    input.value = '';
    if (chosen.length > 0) onAdd(chosen);
  };
  return (
    <HStack gap="2" wrap="wrap">
      {withCamera && (
        // Only where a finger points is there a camera to hold over the page.
        <Box css={{ display: 'none', '@media (pointer: coarse)': { display: 'block' } }}>
          <Button variant="outline" size="sm" disabled={room <= 0} onClick={() => camera.current?.click()}>
            {hasPages ? t`Take the next page` : t`Take a photo`}
          </Button>
        </Box>
      )}
      <Button variant="outline" size="sm" disabled={room <= 0} onClick={() => picker.current?.click()}>
        <Trans>Choose files</Trans>
      </Button>
      {room <= 0 && (
        <Text textStyle="xs" color="fg.muted">
          <Trans>No more files fit.</Trans>
        </Text>
      )}
      {withCamera && (
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          aria-label={t`Photo of the page`}
          onChange={(event) => take(event.currentTarget)}
        />
      )}
      <input
        ref={picker}
        type="file"
        accept={`${documentTypes},image/*`}
        multiple
        hidden
        aria-label={t`Files`}
        onChange={(event) => take(event.currentTarget)}
      />
    </HStack>
  );
}
