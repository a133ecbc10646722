import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { Button } from '@masomo/design-system';

/** Chooses files to upload. */
export function UploadButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="image/*,.pdf,.doc,.docx"
        aria-label={t`Files to upload`}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button size="sm" onClick={() => input.current?.click()}>
        <Trans>Upload</Trans>
      </Button>
    </>
  );
}
