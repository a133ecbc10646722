import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import type { SettingGroup } from '@masomo/data/site/siteSettings';
import { siteSettingsSchema } from '@masomo/domain/siteSettings';
import { SimpleGrid, Stack } from '@masomo/design-system';
import { FormError, SubmitButton, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { SettingGroupCard } from './SettingGroupCard.tsx';
import { useSaveSettingGroup } from './useSaveSettingGroup.ts';
import { phoneField } from '../../shared/phoneField.ts';

const email = z.email(t`Enter an email address like info@school.ac.ke`);
const contactsSchema = z.object({
  phone: phoneField.refine((phone) => phone !== '', t`Enter a phone number`),
  email,
  salesEmail: email,
  supportEmail: email,
  address: z
    .string()
    .trim()
    .min(1, t`Enter the address`)
    .max(400, t`Use at most 400 characters`),
});
type Field = keyof z.infer<typeof contactsSchema>;
const fieldAt = (path: string): Field => contactsSchema.keyof().safeParse(path).data ?? 'address';

export function SiteContacts() {
  return (
    <SettingGroupCard group="contact" title={t`Site contacts`}>
      {(group) => <ContactsForm group={group} />}
    </SettingGroupCard>
  );
}

function ContactsForm({ group }: { group: SettingGroup }) {
  const contacts = siteSettingsSchema.shape.contact.parse(group.value);
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(contactsSchema),
    defaultValues: {
      phone: contacts.phone,
      email: contacts.email,
      salesEmail: contacts.salesEmail,
      supportEmail: contacts.supportEmail,
      address: contacts.addressLines.join('\n'),
    },
  });
  const { save, isSaving, problem } = useSaveSettingGroup(group, t`Contacts saved`, (path, message) =>
    setError(fieldAt(path), { message }),
  );
  return (
    <form
      aria-label={t`Site contacts`}
      noValidate
      onSubmit={handleSubmit(({ address, ...fields }) =>
        save({
          ...contacts,
          ...fields,
          addressLines: address
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        }),
      )}
    >
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <TextField label={t`Phone`} type="tel" required error={errors.phone?.message} {...register('phone')} />
          <TextField label={t`Email`} type="email" required error={errors.email?.message} {...register('email')} />
          <TextField label={t`Sales email`} type="email" required error={errors.salesEmail?.message} {...register('salesEmail')} />
          <TextField label={t`Support email`} type="email" required error={errors.supportEmail?.message} {...register('supportEmail')} />
        </SimpleGrid>
        <TextAreaField
          label={t`Address`}
          rows={3}
          required
          helpText={t`One line of the address per line`}
          error={errors.address?.message}
          {...register('address')}
        />
        <FormError>{problem}</FormError>
        <SubmitButton alignSelf="flex-start" isBusy={isSaving} busyLabel={t`Saving...`}>
          <Trans>Save contacts</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}
