import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import type { SettingGroup } from '@masomo/data/site/siteSettings';
import { siteSettingsSchema } from '@masomo/domain/siteSettings';
import { SimpleGrid, Stack } from '@masomo/design-system';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { SettingGroupCard } from './SettingGroupCard.tsx';
import { useSaveSettingGroup } from './useSaveSettingGroup.ts';

const requiredText = (message: string, longest: number) =>
  z
    .string()
    .trim()
    .min(1, message)
    .max(longest, t`Use at most ${longest} characters`);
const brandSchema = z.object({
  name: requiredText(t`Enter the name`, 40),
  legalName: requiredText(t`Enter the legal name`, 120),
  tagline: requiredText(t`Enter the tagline`, 160),
});
const fieldAt = (path: string) => brandSchema.keyof().safeParse(path).data ?? 'name';

export function SiteBrand() {
  return (
    <SettingGroupCard group="brand" title={t`Brand`}>
      {(group) => <BrandForm group={group} />}
    </SettingGroupCard>
  );
}

function BrandForm({ group }: { group: SettingGroup }) {
  const brand = siteSettingsSchema.shape.brand.parse(group.value);
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm({ resolver: zodResolver(brandSchema), defaultValues: brand });
  const { save, isSaving, problem } = useSaveSettingGroup(group, t`Brand saved`, (path, message) => setError(fieldAt(path), { message }));
  return (
    <form aria-label={t`Brand`} noValidate onSubmit={handleSubmit((fields) => save({ ...brand, ...fields }))}>
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <TextField
            label={t`Name`}
            required
            helpText={t`On every page and in emails`}
            error={errors.name?.message}
            {...register('name')}
          />
          <TextField
            label={t`Legal name`}
            required
            helpText={t`On receipts and invoices`}
            error={errors.legalName?.message}
            {...register('legalName')}
          />
        </SimpleGrid>
        <TextField label={t`Tagline`} required error={errors.tagline?.message} {...register('tagline')} />
        <FormError>{problem}</FormError>
        <SubmitButton alignSelf="flex-start" isBusy={isSaving} busyLabel={t`Saving...`}>
          <Trans>Save brand</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}
