import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import {
  createAddon,
  listAddonFigures,
  managedAddonKeys,
  updateAddon,
  type AddonDraft,
  type ManagedAddon,
} from '@masomo/data/store/manageAddons';
import type { StoredTranslations } from '@masomo/domain/storedTranslations';
import { SimpleGrid, toaster } from '@masomo/design-system';
import { SelectField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { EntryDialog } from '../shared/EntryDialog.tsx';
import { TranslatedFields } from '../shared/TranslatedFields.tsx';
import { useTranslation, type TranslatedField } from '../shared/useTranslation.ts';
import {
  descriptionField,
  linesOf,
  nameField,
  numberOrNull,
  pagePriceField,
  priceField,
  versionOptions,
  textOrNull,
} from './entryFields.ts';

const addonSchema = z.object({
  name: nameField,
  description: descriptionField,
  price: priceField,
  category: z.enum(['saas', 'standalone']),
  bullets: z.string(),
  pricingName: z
    .string()
    .trim()
    .max(120, t`Use at most 120 characters`),
  pricingPrice: pagePriceField,
  featuresPrice: pagePriceField,
  aliases: z.string(),
  feature: z.string(),
});
type AddonForm = z.infer<typeof addonSchema>;

const typed = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));

const draftOf = (
  { price, bullets, pricingName, pricingPrice, featuresPrice, aliases, feature: _feature, ...form }: AddonForm,
  translations: StoredTranslations,
): AddonDraft => ({
  ...form,
  translations,
  price: Number(price),
  bullets: linesOf(bullets),
  listing: {
    pricingName: textOrNull(pricingName),
    pricingPrice: numberOrNull(pricingPrice),
    featuresPrice: numberOrNull(featuresPrice),
    aliases: linesOf(aliases),
  },
});

/** The form of a new add-on, or of the one given: how the store sells it and how the public pages list it. */
export function AddonDialog({ addon, onClose }: { addon?: ManagedAddon | undefined; onClose: () => void }) {
  const {
    register,
    getValues,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm<AddonForm>({
    resolver: zodResolver(addonSchema),
    defaultValues: {
      name: addon?.name ?? '',
      description: addon?.description ?? '',
      price: typed(addon?.price),
      category: addon?.category ?? 'saas',
      bullets: addon?.bullets.join('\n') ?? '',
      pricingName: addon?.listing.pricingName ?? '',
      pricingPrice: typed(addon?.listing.pricingPrice),
      featuresPrice: typed(addon?.listing.featuresPrice),
      aliases: addon?.listing.aliases.join('\n') ?? '',
      feature: '',
    },
  });
  const done = (title: string) => ({
    invalidates: ['addons', 'price-book'],
    onSuccess: () => {
      toaster.success({ title });
      onClose();
    },
    onError: (failure: { field?: string | undefined; userMessage: string }) => {
      if (failure.field === 'name') setError('name', { message: failure.userMessage }, { shouldFocus: true });
    },
  });
  const { data: features, error: featuresError } = useQuery(addon ? null : managedAddonKeys.figures(), listAddonFigures);
  const create = useCommand(createAddon, done(t`Add-on created`));
  const update = useCommand(updateAddon, done(t`Add-on saved`));
  const failure = create.error ?? update.error;
  const translation = useTranslation(addon);
  const english = getValues();
  const translatedFields: TranslatedField[] = [
    { name: 'description', label: t`Description`, maxLength: 500, english: english.description, rows: 2 },
    { name: 'features', label: t`Feature`, maxLength: 200, english: '', lines: linesOf(english.bullets) },
  ];
  const submit = handleSubmit(
    (form) => {
      if (!translation.check(translatedFields)) return undefined;
      const draft = draftOf(form, translation.toStored(translatedFields));
      return addon
        ? update.run({ id: addon.id, updatedAt: addon.updatedAt, draft })
        : create.run({ ...draft, feature: form.feature || null });
    },
    () => translation.setLanguage('en'),
  );
  return (
    <EntryDialog
      title={addon ? t`Edit ${addon.name}` : t`New add-on`}
      error={failure && (failure.field !== 'name' || translation.language === 'sw') ? failure.userMessage : undefined}
      isBusy={create.isRunning || update.isRunning}
      saveLabel={addon ? t`Save add-on` : t`Create add-on`}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TranslatedFields translation={translation} fields={translatedFields}>
        <TextField label={t`Name`} required error={errors.name?.message} {...register('name')} />
        <TextAreaField label={t`Description`} rows={2} required error={errors.description?.message} {...register('description')} />
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <TextField
            label={t`Price (KES)`}
            inputMode="numeric"
            required
            helpText={t`Store price per term, VAT included.`}
            error={errors.price?.message}
            {...register('price')}
          />
          <SelectField label={t`Version`} required options={versionOptions} {...register('category')} />
        </SimpleGrid>
        {!addon && (
          <SelectField
            label={t`Switches on`}
            helpText={t`What a licence of it gives a school.`}
            options={[{ value: '', label: t`Nothing` }, ...Array.from(features ?? [], ([value, { name }]) => ({ value, label: name }))]}
            disabled={!features}
            error={featuresError?.userMessage}
            {...register('feature')}
          />
        )}
        <TextAreaField label={t`Features`} rows={4} helpText={t`One feature per line.`} {...register('bullets')} />
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <TextField
            label={t`Price on the pricing page (KES)`}
            inputMode="numeric"
            helpText={t`Leave blank to use the store price.`}
            error={errors.pricingPrice?.message}
            {...register('pricingPrice')}
          />
          <TextField
            label={t`Price on the features page (KES)`}
            inputMode="numeric"
            helpText={t`Leave blank to show Contact Sales.`}
            error={errors.featuresPrice?.message}
            {...register('featuresPrice')}
          />
        </SimpleGrid>
        <TextField
          label={t`Name on the pricing page`}
          helpText={t`Leave blank if it is the same.`}
          error={errors.pricingName?.message}
          {...register('pricingName')}
        />
        <TextAreaField
          label={t`Other names`}
          rows={2}
          helpText={t`One per line. Visitors who search for any of them find this add-on.`}
          {...register('aliases')}
        />
      </TranslatedFields>
    </EntryDialog>
  );
}
