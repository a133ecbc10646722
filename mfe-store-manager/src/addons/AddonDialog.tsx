import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { createAddon, listAddonFigures, managedAddonKeys, updateAddon, type ManagedAddon } from '@masomo/data/store/manageAddons';
import { Button, Stack, toaster } from '@masomo/design-system';
import { FormError, SelectField, SubmitButton, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { addonCategories } from '../shared/categories.ts';

const addonSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter a name`)
    .max(120, t`Use at most 120 characters`),
  description: z
    .string()
    .trim()
    .min(1, t`Enter a description`)
    .max(500, t`Use at most 500 characters`),
  price: z
    .string()
    .trim()
    .regex(/^\d+$/, t`Enter the price as a whole number`)
    .refine((price) => Number(price) <= 10_000_000, t`Use at most 10,000,000`),
  category: z.enum(['saas', 'standalone']),
  bullets: z.string(),
  feature: z.string(),
});
type AddonForm = z.infer<typeof addonSchema>;

const draftOf = ({ price, bullets, feature: _feature, ...form }: AddonForm) => ({
  ...form,
  price: Number(price),
  bullets: bullets
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
  const { data: features, error: featuresError } = useQuery(addon ? null : managedAddonKeys.figures(), listAddonFigures);
  const create = useCommand(createAddon, done(t`Add-on created`));
  const update = useCommand(updateAddon, done(t`Add-on saved`));
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
      bullets: addon?.bullets.join('\n') ?? '',
      feature: '',
    },
  });
  const save = (form: AddonForm) =>
    addon
      ? update.run({ id: addon.id, updatedAt: addon.updatedAt, draft: draftOf(form) })
      : create.run({ ...draftOf(form), feature: form.feature || null });
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} size="lg" scrollBehavior="inside" placement="center">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content asChild>
            <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
              <Dialog.Header>
                <Dialog.Title>{addon ? t`Edit ${addon.name}` : t`New add-on`}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <Stack gap="4">
                  <FormError>{(create.error ?? update.error)?.userMessage}</FormError>
                  <TextField label={t`Name`} required error={errors.name?.message} {...register('name')} />
                  <TextAreaField
                    label={t`Description`}
                    rows={3}
                    required
                    error={errors.description?.message}
                    {...register('description')}
                  />
                  <TextField
                    label={t`Price (KES)`}
                    inputMode="numeric"
                    required
                    helpText={t`Store price, VAT included.`}
                    error={errors.price?.message}
                    {...register('price')}
                  />
                  <SelectField label={t`Category`} options={addonCategories} {...register('category')} />
                  {!addon && (
                    <SelectField
                      label={t`Switches on`}
                      helpText={t`What a licence of it gives a school.`}
                      options={[
                        { value: '', label: t`Nothing` },
                        ...Array.from(features ?? [], ([value, { name }]) => ({ value, label: name })),
                      ]}
                      disabled={!features}
                      error={featuresError?.userMessage}
                      {...register('feature')}
                    />
                  )}
                  <TextAreaField
                    label={t`Features`}
                    helpText={t`One feature per line.`}
                    error={errors.bullets?.message}
                    {...register('bullets')}
                  />
                </Stack>
              </Dialog.Body>
              <Dialog.Footer>
                <Button variant="outline" onClick={onClose}>
                  <Trans>Cancel</Trans>
                </Button>
                <SubmitButton isBusy={create.isRunning || update.isRunning} busyLabel={t`Saving...`}>
                  {addon ? t`Save add-on` : t`Create add-on`}
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
