import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ChangeEvent } from 'react';
import { getClient, useSession } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { uploadLookPicture } from '@masomo/data/platform/schoolLook';
import { Button, HStack, Text } from '@masomo/design-system';
import { FieldFrame, FileInput } from '@masomo/design-system/forms';
import { shrinkPicture } from './shrinkPicture.ts';

type PictureFieldProps = {
  label: string;
  helpText: string;
  /** Path of the stored picture; null without one. */
  path: string | null;
  error: string | undefined;
  onChange: (path: string | null) => void;
};

/** A picture that is uploaded as soon as it is chosen, so that the preview shows it. */
export function PictureField({ label, helpText, path, error, onChange }: PictureFieldProps) {
  const { user } = useSession();
  const schoolId = user?.schoolId ?? '';
  const [problem, setProblem] = useState<string>();
  const upload = useCommand(async (_, picture: Blob) => uploadLookPicture(await getClient(), schoolId, picture), { onSuccess: onChange });
  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (!file) return;
    setProblem(undefined);
    const shrunk = await shrinkPicture(file);
    if ('problem' in shrunk) setProblem(shrunk.problem);
    else await upload.run(shrunk.picture);
  }
  return (
    <FieldFrame label={label} helpText={helpText} error={error ?? problem ?? upload.error?.userMessage}>
      {(control) => (
        <HStack gap="3" align="center" w="full">
          <FileInput {...control} accept=".png,.jpg,.jpeg,.webp" disabled={upload.isRunning} onChange={(event) => void choose(event)} />
          {upload.isRunning && (
            <Text fontSize="sm" color="fg.muted" role="status">
              <Trans>Uploading...</Trans>
            </Text>
          )}
          {path && !upload.isRunning && (
            <Button size="sm" variant="ghost" aria-label={t`Remove: ${label}`} onClick={() => onChange(null)}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </HStack>
      )}
    </FieldFrame>
  );
}
