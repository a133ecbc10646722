import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { createAddon, updateAddon, type ManagedAddon } from '@masomo/data/store/manageAddons';
import { Button, Stack } from '@masomo/design-system';
import { FormError, SelectField, SubmitButton, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal, toaster } from '@masomo/design-system/overlays';
import { addonCategories } from '../shared/categories.ts';

const addonSchema = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(120, 'Use at most 120 characters'),
  description: z.string().trim().min(1, 'Enter a description').max(500, 'Use at most 500 characters'),
  price: z
    .string()
    .trim()
    .regex(/^\d+$/, 'Enter the price as a whole number')
    .refine((price) => Number(price) <= 10_000_000, 'Use at most 10,000,000'),
  category: z.enum(['saas', 'standalone']),
  features: z.string(),
});
type AddonForm = z.infer<typeof addonSchema>;

const draftOf = ({ price, features, ...form }: AddonForm) => ({
  ...form,
  price: Number(price),
  features: features
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
});

/** Creates an add-on, or edits the one given. */
export function AddonDialog({ addon, onClose }: { addon?: ManagedAddon | undefined; onClose: () => void }) {
  const done = (title: string) => ({
    invalidates: ['addons'],
    onSuccess: () => {
      toaster.success({ title });
      onClose();
    },
  });
  const create = useCommand(createAddon, done('Add-on created'));
  const update = useCommand(updateAddon, done('Add-on saved'));
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(addonSchema),
    defaultValues: {
      name: addon?.name ?? '',
      description: addon?.description ?? '',
      price: addon ? String(addon.price) : '',
      category: addon?.category ?? 'saas',
      features: addon?.features.join('\n') ?? '',
    },
  });
  const save = (form: AddonForm) =>
    addon ? update.run({ id: addon.id, updatedAt: addon.updatedAt, draft: draftOf(form) }) : create.run(draftOf(form));
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} size="lg" scrollBehavior="inside" placement="center">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content asChild>
            <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
              <Dialog.Header>
                <Dialog.Title>{addon ? `Edit ${addon.name}` : 'New add-on'}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <Stack gap="4">
                  <FormError>{(create.error ?? update.error)?.userMessage}</FormError>
                  <TextField label="Name" required error={errors.name?.message} {...register('name')} />
                  <TextAreaField label="Description" rows={3} required error={errors.description?.message} {...register('description')} />
                  <TextField
                    label="Price (KES)"
                    inputMode="numeric"
                    required
                    helpText="What the store charges, VAT included."
                    error={errors.price?.message}
                    {...register('price')}
                  />
                  <SelectField label="Category" options={addonCategories} {...register('category')} />
                  <TextAreaField
                    label="Features"
                    helpText="One feature a line."
                    error={errors.features?.message}
                    {...register('features')}
                  />
                </Stack>
              </Dialog.Body>
              <Dialog.Footer>
                <Button variant="outline" onClick={onClose}>
                  Cancel
                </Button>
                <SubmitButton isBusy={create.isRunning || update.isRunning} busyLabel="Saving...">
                  {addon ? 'Save add-on' : 'Create add-on'}
                </SubmitButton>
              </Dialog.Footer>
              <Dialog.CloseTrigger asChild>
                <CloseButton aria-label="Close" />
              </Dialog.CloseTrigger>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
