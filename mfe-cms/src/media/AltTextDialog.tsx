import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { describeMedia, type MediaFile } from '@masomo/data/media';
import { Button, Stack } from '@masomo/design-system';
import { FormError, SubmitButton, TextAreaField, useForm, zodResolver } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { MediaUses } from './MediaUses.tsx';

const schema = z.object({ altText: z.string().trim().max(300, 'Use at most 300 characters') });

/** Says what a file shows. */
export function AltTextDialog({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const describe = useCommand(describeMedia, { invalidates: ['media'], onSuccess: onClose });
  const { register, handleSubmit, formState: { errors } } = useForm({ resolver: zodResolver(schema), defaultValues: { altText: file.altText } });
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} placement="center">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content asChild>
            <form noValidate onSubmit={(event) => void handleSubmit(({ altText }) => describe.run({ id: file.id, altText }))(event)}>
              <Dialog.Header><Dialog.Title>Alt text of {file.name}</Dialog.Title></Dialog.Header>
              <Dialog.Body>
                <Stack gap="4">
                  <FormError>{describe.error?.message}</FormError>
                  <TextAreaField label="Alt text" rows={3} helpText="What the picture shows, for people who cannot see it." error={errors.altText?.message} {...register('altText')} />
                  <MediaUses file={file} />
                </Stack>
              </Dialog.Body>
              <Dialog.Footer>
                <Button variant="outline" onClick={onClose}>Cancel</Button>
                <SubmitButton isBusy={describe.isRunning} busyLabel="Saving...">Save</SubmitButton>
              </Dialog.Footer>
              <Dialog.CloseTrigger asChild><CloseButton aria-label="Close" /></Dialog.CloseTrigger>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
