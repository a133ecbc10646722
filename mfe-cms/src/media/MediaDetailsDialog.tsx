import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { describeMedia, type MediaFile } from '@masomo/data/site/media';
import { formatBytes } from '@masomo/domain/number';
import { Button, Stack, Text } from '@masomo/design-system';
import { FormError, SubmitButton, TextAreaField, useForm, zodResolver } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { FocalPoint } from './FocalPoint.tsx';
import { MediaUses } from './MediaUses.tsx';
import { publicUrl } from './publicUrl.ts';

const schema = z.object({
  altText: z
    .string()
    .trim()
    .max(300, t`Use at most 300 characters`),
});

/** Alt text and focal point of a file, and the pages that use it. */
export function MediaDetailsDialog({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const describe = useCommand(describeMedia, { invalidates: ['media'], onSuccess: onClose });
  const [focus, setFocus] = useState({ x: file.focalX, y: file.focalY });
  const isImage = file.type.startsWith('image/');
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(schema), defaultValues: { altText: file.altText } });
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} placement="center" size="lg" scrollBehavior="inside">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content asChild>
            <form
              noValidate
              onSubmit={(event) =>
                void handleSubmit(({ altText }) => describe.run({ id: file.id, altText, focalX: focus.x, focalY: focus.y }))(event)
              }
            >
              <Dialog.Header>
                <Dialog.Title>
                  <Trans>Details of {file.name}</Trans>
                </Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <Stack gap="4">
                  <FormError>{describe.error?.userMessage}</FormError>
                  <TextAreaField
                    label={t`Alt text`}
                    rows={3}
                    helpText={t`Describe the image for people who cannot see it.`}
                    error={errors.altText?.message}
                    {...register('altText')}
                  />
                  {isImage && <FocalPoint url={publicUrl(file.filePath)} x={focus.x} y={focus.y} onChange={(x, y) => setFocus({ x, y })} />}
                  <Text fontSize="sm" color="fg.muted">
                    {[
                      file.type,
                      formatBytes(file.size),
                      file.width && t`${file.width} × ${file.height ?? 0} px`,
                      file.sizes.length > 0 && t`also stored ${file.sizes.map(({ width }) => width).join(', ')} px wide`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                  <MediaUses file={file} />
                </Stack>
              </Dialog.Body>
              <Dialog.Footer>
                <Button variant="outline" onClick={onClose}>
                  <Trans>Cancel</Trans>
                </Button>
                <SubmitButton isBusy={describe.isRunning} busyLabel={t`Saving...`}>
                  <Trans>Save</Trans>
                </SubmitButton>
              </Dialog.Footer>
              <Dialog.CloseTrigger asChild>
                <CloseButton aria-label={t`Close`} />
              </Dialog.CloseTrigger>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
