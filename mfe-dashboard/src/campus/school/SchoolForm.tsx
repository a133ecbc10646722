import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { updateSchool, type School } from '@masomo/data/platform/schools';
import { counties } from '@masomo/domain/counties';
import { timeZones } from '@masomo/domain/time';
import { Card, Grid, SimpleGrid, Stack, toaster } from '@masomo/design-system';
import { FormError, SelectField, SubmitButton, TextField, useForm, useWatch, zodResolver } from '@masomo/design-system/forms';
import { useVersionedSave } from '../../shared/conflicts/useVersionedSave.tsx';
import { HeadPreview } from './HeadPreview.tsx';
import { SaveBar } from '../../shared/SaveBar.tsx';
import { schoolContactFields } from '../../shared/schoolContact.ts';

const contactSchema = z.object({
  ...schoolContactFields,
  county: z.string(),
  timeZone: z.string(),
});

const valuesOf = ({ email, phone, city, county, address, motto, timeZone }: School) => ({
  email,
  phone,
  city,
  county,
  address,
  motto,
  timeZone,
});

/** Only contacts and the time zone: name and kind are changed by the platform. */
export function SchoolForm({ school }: { school: School }) {
  const defaultValues = valuesOf(school);
  const save = useVersionedSave(
    (db, { fields, read }) => updateSchool(db, { id: school.id, fields: { ...fields, name: school.name, kind: school.kind }, read }),
    {
      record: school,
      schemas: contactSchema.shape,
      defaultValues,
      fields: {
        email: t`Email`,
        phone: t`Phone`,
        city: t`Town`,
        county: t`County`,
        address: t`Address`,
        motto: t`Motto`,
        timeZone: t`Time zone`,
      },
      versionAfter: (saved) => saved,
      invalidates: ['schools'],
      onSuccess: (saved) => {
        reset(valuesOf(saved));
        toaster.success({ title: t`School saved` });
      },
    },
  );
  const {
    control,
    register,
    reset,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(contactSchema),
    defaultValues,
  });
  const typed = { ...defaultValues, ...useWatch({ control }) };
  return (
    <Grid templateColumns={{ base: '1fr', xl: 'minmax(0, 1fr) 22rem' }} gap="6" alignItems="start">
      <Card.Root>
        <Card.Body>
          <form aria-label={t`School`} noValidate onSubmit={handleSubmit(save.run)}>
            <Stack gap="4">
              <TextField label={t`Name`} value={school.name} readOnly helpText={t`To rename your school, contact support.`} />
              <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
                <TextField label={t`Email`} type="email" error={errors.email?.message} {...register('email')} />
                <TextField label={t`Phone`} type="tel" error={errors.phone?.message} {...register('phone')} />
                <TextField label={t`Town`} error={errors.city?.message} {...register('city')} />
                <SelectField
                  label={t`County`}
                  placeholder={t`Outside Kenya`}
                  options={counties.map((county) => ({ value: county, label: county }))}
                  {...register('county')}
                />
                <TextField label={t`Address`} error={errors.address?.message} {...register('address')} />
              </SimpleGrid>
              <TextField label={t`Motto`} error={errors.motto?.message} {...register('motto')} />
              <SelectField
                label={t`Time zone`}
                options={timeZones()}
                helpText={t`Sets when each day begins. Reload open pages to see a change.`}
                {...register('timeZone')}
              />
              <FormError>{save.error?.userMessage}</FormError>
              {save.conflictDialog}
              <SaveBar>
                <SubmitButton isBusy={save.isRunning} busyLabel={t`Saving...`}>
                  <Trans>Save</Trans>
                </SubmitButton>
              </SaveBar>
            </Stack>
          </form>
        </Card.Body>
      </Card.Root>
      <HeadPreview {...typed} name={school.name} />
    </Grid>
  );
}
