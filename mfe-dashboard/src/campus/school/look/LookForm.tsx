import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { saveSchoolLook } from '@masomo/data/platform/schoolLook';
import type { LookSettings } from '@masomo/domain/paperSchool';
import { Card, SimpleGrid, Stack, toaster } from '@masomo/design-system';
import { Controller, FormError, SubmitButton, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { atMostCharacters } from '../../../shared/atMostCharacters.ts';
import { ColorField } from './ColorField.tsx';
import { LookPreview } from './LookPreview.tsx';
import { PictureField } from './PictureField.tsx';

const text = (most: number) => z.string().trim().max(most, atMostCharacters(most));
/** The database has the rules; these are said before anything is sent. */
const lookSchema = z.object({
  accent: z
    .string()
    .trim()
    .regex(/^#[0-9a-f]{6}$/i, t`Enter the colour as six digits, such as #0b5d4b.`),
  head: z
    .string()
    .trim()
    .refine((head) => head.split('\n').length <= 5, t`Use at most 5 lines`)
    .refine((head) => head.split('\n').every((line) => line.trim().length <= 80), t`Use at most 80 characters in a line`),
  foot: text(200),
  thanks: text(200),
  signer_name: text(80),
  signer_title: text(80),
  crest_path: z.string().nullable(),
  signature_path: z.string().nullable(),
});

/** The look of a school's papers beside a paper that has it. The preview follows when a field is left. */
export function LookForm({ look }: { look: LookSettings }) {
  const [shown, setShown] = useState(look);
  const save = useCommand(saveSchoolLook, {
    invalidates: ['school look'],
    onSuccess: (saved) => {
      reset(saved);
      toaster.success({ title: t`Saved. Papers that are printed from now on look like this.` });
    },
  });
  const {
    register,
    control,
    reset,
    getValues,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(lookSchema), defaultValues: look });
  const showValid = () => {
    const { data } = lookSchema.safeParse(getValues());
    if (data) setShown(data);
  };
  const refused = (field: keyof LookSettings) => (save.error?.field === field ? save.error.userMessage : undefined);
  const errorOf = (field: keyof LookSettings) => errors[field]?.message ?? refused(field);
  return (
    <SimpleGrid columns={{ base: 1, xl: 2 }} gap="6" alignItems="start">
      <Card.Root>
        <Card.Body>
          <form aria-label={t`Papers`} noValidate onBlur={showValid} onSubmit={handleSubmit((fields) => save.run(fields))}>
            <Stack gap="4">
              <Controller
                control={control}
                name="crest_path"
                render={({ field }) => (
                  <PictureField
                    label={t`Crest`}
                    helpText={t`A picture with a white or clear background. Large ones are made smaller.`}
                    path={field.value}
                    error={errorOf('crest_path')}
                    onChange={(path) => {
                      field.onChange(path);
                      showValid();
                    }}
                  />
                )}
              />
              <Controller control={control} name="accent" render={({ field }) => <ColorField {...field} error={errorOf('accent')} />} />
              <TextAreaField
                label={t`Head`}
                rows={5}
                placeholder={t`P.O. Box, telephone, web address`}
                helpText={t`Up to five lines under the name of the school, instead of its address, phone and email.`}
                error={errorOf('head')}
                {...register('head')}
              />
              <TextField
                label={t`Foot`}
                helpText={t`On every page, such as the registration number.`}
                error={errorOf('foot')}
                {...register('foot')}
              />
              <TextField
                label={t`Thanks`}
                helpText={t`At the end of receipts and statements.`}
                error={errorOf('thanks')}
                {...register('thanks')}
              />
              <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
                <TextField label={t`Who signs`} error={errorOf('signer_name')} {...register('signer_name')} />
                <TextField label={t`Their title`} error={errorOf('signer_title')} {...register('signer_title')} />
              </SimpleGrid>
              <Controller
                control={control}
                name="signature_path"
                render={({ field }) => (
                  <PictureField
                    label={t`Signature`}
                    helpText={t`A picture of the signature. Everybody who gets a paper of the school can see it.`}
                    path={field.value}
                    error={errorOf('signature_path')}
                    onChange={(path) => {
                      field.onChange(path);
                      showValid();
                    }}
                  />
                )}
              />
              <FormError>{save.error?.field ? undefined : save.error?.userMessage}</FormError>
              <SubmitButton alignSelf="flex-start" isBusy={save.isRunning} busyLabel={t`Saving...`}>
                <Trans>Save</Trans>
              </SubmitButton>
            </Stack>
          </form>
        </Card.Body>
      </Card.Root>
      <LookPreview look={shown} />
    </SimpleGrid>
  );
}
