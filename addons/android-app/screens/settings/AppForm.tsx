import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { Heading, SimpleGrid, Stack, Text, toaster } from '@masomo/design-system';
import { FormError, SubmitButton, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { useUnsavedChanges } from '@masomo/navigation';
import { saveApp, type AppFields, type OwnApp } from '../../data/schoolApp.ts';

/** The database has the rules; these are said before anything is sent. */
const color = z
  .string()
  .trim()
  .regex(/^#[0-9a-f]{6}$/i, t`Enter the colour as six digits, such as #0b5d4b.`);
const fingerprint = z
  .string()
  .trim()
  .regex(
    /^(?:[0-9a-f]{2}[:\s]?){32}$|^$/i,
    t`Enter the SHA-256 fingerprint: 32 pairs of digits and letters from A to F, such as 14:6D:E9.`,
  );
const fieldsSchema = z.object({
  address: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z][a-z0-9-]{1,28}[a-z0-9]$/, t`Use 3 to 30 lower-case letters, digits and hyphens, beginning with a letter.`),
  shortName: z
    .string()
    .trim()
    .min(1, t`Enter a name of up to 12 letters, which fits below an icon.`)
    .max(12, t`Enter a name of up to 12 letters, which fits below an icon.`),
  color,
  background: color,
  packageName: z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      /^([a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+)?$/,
      t`Enter the package name as words with dots between them, such as ke.ac.greenfield.app.`,
    ),
  uploadFingerprint: fingerprint,
  playFingerprint: fingerprint,
});

/** What the database calls each field, for its refusals. */
const names: Readonly<Record<keyof AppFields, string>> = {
  address: 'address',
  shortName: 'short_name',
  color: 'color',
  background: 'background',
  packageName: 'package_name',
  uploadFingerprint: 'upload_fingerprint',
  playFingerprint: 'play_fingerprint',
};

/** An address to begin with: the first word of the school's name in plain letters. */
const suggestedAddress = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, '')
    .trim()
    .split(' ')[0]
    ?.slice(0, 30) ?? '';

type AppFormProps = { own: OwnApp; fields: AppFields | null; isReadOnly: boolean };

export function AppForm({ own, fields, isReadOnly }: AppFormProps) {
  const save = useCommand(saveApp, {
    invalidates: ['school-app'],
    onSuccess: () => toaster.success({ title: t`The app was saved` }),
  });
  const {
    register,
    handleSubmit,
    formState: { errors, isDirty },
  } = useForm({
    resolver: zodResolver(fieldsSchema),
    defaultValues: fields ?? {
      address: suggestedAddress(own.name),
      shortName: own.shortName,
      color: own.color,
      background: own.background,
      packageName: '',
      uploadFingerprint: '',
      playFingerprint: '',
    },
  });
  useUnsavedChanges(isDirty && !save.isRunning);
  const field = (name: keyof AppFields) => ({
    disabled: isReadOnly,
    error: errors[name]?.message ?? (save.error?.field === names[name] ? save.error.userMessage : undefined),
    ...register(name),
  });
  return (
    <form noValidate aria-label={t`App of the school`} onSubmit={handleSubmit((entered) => save.run(entered))}>
      <Stack gap="4">
        {save.error && save.error.field === undefined && <FormError>{save.error.userMessage}</FormError>}
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <TextField
            label={t`Address`}
            required
            translate="no"
            spellCheck={false}
            helpText={t`The first part of the app’s address. Those who have installed the app have to install it again when it changes.`}
            {...field('address')}
          />
          <TextField label={t`Name below the icon`} required helpText={t`Up to 12 letters.`} {...field('shortName')} />
          <TextField
            label={t`Colour`}
            type="color"
            required
            helpText={t`Of the bar above the app, and of an icon without a crest. White letters have to be readable on it.`}
            {...field('color')}
          />
          <TextField
            label={t`Background`}
            type="color"
            required
            helpText={t`Behind the crest, on the icon and while the app opens.`}
            {...field('background')}
          />
        </SimpleGrid>
        <Heading as="h2" size="md" mt="4">
          <Trans>For the Play Store</Trans>
        </Heading>
        <Text color="fg.muted">
          <Trans>Leave this empty as long as families install the app from their browser.</Trans>
        </Text>
        <TextField
          label={t`Package name`}
          translate="no"
          spellCheck={false}
          helpText={t`The name of the app in the Play Store, for ever: the school’s domain written backwards, such as ke.ac.greenfield.app. No other school can have it.`}
          {...field('packageName')}
        />
        <TextField
          label={t`SHA-256 of the upload key`}
          translate="no"
          spellCheck={false}
          helpText={t`Of the key with which you sign what you upload; keytool -list -v shows it.`}
          {...field('uploadFingerprint')}
        />
        <TextField
          label={t`SHA-256 of the Play Store’s key`}
          translate="no"
          spellCheck={false}
          helpText={t`In the Play Console under App integrity. Without it the app from the store shows the bar of the browser.`}
          {...field('playFingerprint')}
        />
        {!isReadOnly && (
          <SubmitButton isBusy={save.isRunning} busyLabel={t`Saving...`} alignSelf="flex-start">
            <Trans>Save the app</Trans>
          </SubmitButton>
        )}
      </Stack>
    </form>
  );
}
