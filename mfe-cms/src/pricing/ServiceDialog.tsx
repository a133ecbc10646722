import { t } from '@lingui/core/macro';
import { z } from 'zod';
import { useCommand } from '@masomo/data';
import { createService, serviceUnits, updateService, type ManagedService, type ServiceDraft } from '@masomo/data/store/manageServices';
import type { StoredTranslations } from '@masomo/domain/storedTranslations';
import { SimpleGrid, toaster } from '@masomo/design-system';
import { SelectField, SwitchField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { EntryDialog } from '../shared/EntryDialog.tsx';
import { TranslatedFields } from '../shared/TranslatedFields.tsx';
import { useTranslation, type TranslatedField } from '../shared/useTranslation.ts';
import { descriptionField, nameField, priceField, versionOptions } from './entryFields.ts';

const serviceSchema = z.object({
  name: nameField,
  description: descriptionField,
  price: priceField,
  unit: z.enum(serviceUnits),
  category: z.enum(['saas', 'standalone']),
  isActive: z.boolean(),
  isInStore: z.boolean(),
});
type ServiceForm = z.infer<typeof serviceSchema>;

const unitLabels = { 'per term': t`Per term`, 'per year': t`Per year`, 'per month': t`Per month`, 'one-time': t`One-time` };
const unitOptions = serviceUnits.map((value) => ({ value, label: unitLabels[value] }));
const draftOf = ({ price, ...form }: ServiceForm, translations: StoredTranslations): ServiceDraft => ({
  ...form,
  translations,
  price: Number(price),
});

function formOf(service: ManagedService | undefined): ServiceForm {
  if (!service) return { name: '', description: '', price: '', unit: 'one-time', category: 'saas', isActive: true, isInStore: true };
  const { name, description, price, unit, category, isActive, isInStore } = service;
  return { name, description, price: String(price), unit, category, isActive, isInStore };
}

/** The form of a new service, or of the one given. */
export function ServiceDialog({ service, onClose }: { service?: ManagedService | undefined; onClose: () => void }) {
  const {
    register,
    getValues,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm<ServiceForm>({ resolver: zodResolver(serviceSchema), defaultValues: formOf(service) });
  const done = (title: string) => ({
    invalidates: ['services', 'price-book'],
    onSuccess: () => {
      toaster.success({ title });
      onClose();
    },
    onError: (failure: { field?: string | undefined; userMessage: string }) => {
      if (failure.field === 'name') setError('name', { message: failure.userMessage }, { shouldFocus: true });
    },
  });
  const create = useCommand(createService, done(t`Service created`));
  const update = useCommand(updateService, done(t`Service saved`));
  const failure = create.error ?? update.error;
  const translation = useTranslation(service);
  const translatedFields: TranslatedField[] = [
    { name: 'description', label: t`Description`, maxLength: 500, english: getValues('description'), rows: 2 },
  ];
  const submit = handleSubmit(
    (form) => {
      if (!translation.check(translatedFields)) return undefined;
      const draft = draftOf(form, translation.toStored(translatedFields));
      return service ? update.run({ id: service.id, updatedAt: service.updatedAt, draft }) : create.run(draft);
    },
    () => translation.setLanguage('en'),
  );
  return (
    <EntryDialog
      title={service ? t`Edit ${service.name}` : t`New service`}
      error={failure && (failure.field !== 'name' || translation.language === 'sw') ? failure.userMessage : undefined}
      isBusy={create.isRunning || update.isRunning}
      saveLabel={service ? t`Save service` : t`Create service`}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TranslatedFields translation={translation} fields={translatedFields}>
        <TextField label={t`Name`} required error={errors.name?.message} {...register('name')} />
        <TextAreaField label={t`Description`} rows={2} required error={errors.description?.message} {...register('description')} />
        <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
          <TextField
            label={t`Price (KES)`}
            inputMode="numeric"
            required
            helpText={t`VAT included.`}
            error={errors.price?.message}
            {...register('price')}
          />
          <SelectField label={t`Unit`} required options={unitOptions} {...register('unit')} />
          <SelectField label={t`Version`} required options={versionOptions} {...register('category')} />
        </SimpleGrid>
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <SwitchField label={t`On sale`} helpText={t`Visible to visitors.`} {...register('isActive')} />
          <SwitchField label={t`In the store`} helpText={t`Visitors can add it to the cart.`} {...register('isInStore')} />
        </SimpleGrid>
      </TranslatedFields>
    </EntryDialog>
  );
}
