import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useCommand } from '@masomo/data';
import { createPlan, updatePlan, type ManagedPlan } from '@masomo/data/store/managePlans';
import { formatMoney, kes } from '@masomo/domain/money';
import { planUnit, unitLabel } from '@masomo/domain/pricing';
import { translate } from '@masomo/i18n';
import { AppLink, Box, SimpleGrid, Text, toaster } from '@masomo/design-system';
import { SelectField, SwitchField, TextAreaField, TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { EntryDialog } from '../shared/EntryDialog.tsx';
import { TranslatedFields } from '../shared/TranslatedFields.tsx';
import { useTranslation, type TranslatedField } from '../shared/useTranslation.ts';
import { versionLabels, versionOptions } from './entryFields.ts';
import { PlanBullets } from './PlanBullets.tsx';
import { planDraftOf, planFormOf, planSchema, type PlanForm } from './planForm.ts';

const periods = [
  { value: 'term', label: t`Per term` },
  { value: 'year', label: t`Per year` },
  { value: 'month', label: t`Per month` },
] as const;
const fields: Record<string, keyof PlanForm> = {
  name: 'name',
  price: 'price',
  period: 'period',
  category: 'category',
  features: 'bullets',
};

/** The form of a new plan, or of the one given. */
export function PlanDialog({ plan, onClose }: { plan?: ManagedPlan | undefined; onClose: () => void }) {
  const form = useForm<PlanForm>({ resolver: zodResolver(planSchema), defaultValues: planFormOf(plan) });
  const {
    register,
    getValues,
    handleSubmit,
    setError,
    formState: { errors },
  } = form;
  const done = (title: string) => ({
    invalidates: ['plans', 'price-book'],
    onSuccess: () => {
      toaster.success({ title });
      onClose();
    },
    onError: (error: { field?: string | undefined; userMessage: string }) => {
      const field = fields[error.field ?? ''];
      if (field) setError(field, { message: error.userMessage }, { shouldFocus: true });
    },
  });
  const create = useCommand(createPlan, done(t`Plan created`));
  const update = useCommand(updatePlan, done(t`Plan saved`));
  const failure = create.error ?? update.error;
  const translation = useTranslation(plan);
  const english = getValues();
  const translatedFields: TranslatedField[] = [
    { name: 'description', label: t`Description`, maxLength: 500, english: english.description, rows: 2 },
    { name: 'badge', label: t`Badge`, maxLength: 40, english: english.badge, isOptional: true },
    {
      name: 'features',
      label: t`Feature`,
      maxLength: 120,
      english: '',
      lines: english.bullets.map(({ text }) => text.trim()).filter(Boolean),
    },
  ];
  const submit = handleSubmit(
    (typed) => {
      if (!translation.check(translatedFields)) return undefined;
      const draft = planDraftOf(typed, translation.toStored(translatedFields));
      return plan ? update.run({ id: plan.id, updatedAt: plan.updatedAt, draft }) : create.run(draft);
    },
    () => translation.setLanguage('en'),
  );
  return (
    <EntryDialog
      title={plan ? t`Edit ${plan.name}` : t`New plan`}
      error={failure && (!fields[failure.field ?? ''] || translation.language === 'sw') ? failure.userMessage : undefined}
      isBusy={create.isRunning || update.isRunning}
      saveLabel={plan ? t`Save plan` : t`Create plan`}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TranslatedFields translation={translation} fields={translatedFields}>
        <TextField label={t`Name`} required error={errors.name?.message} {...register('name')} />
        <TextAreaField label={t`Description`} rows={2} required error={errors.description?.message} {...register('description')} />
        {plan && plan.subscribers > 0 && !errors.price && !errors.period && !errors.category ? (
          <AgreedTerms plan={plan} />
        ) : (
          <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
            <TextField
              label={t`Price (KES)`}
              inputMode="numeric"
              required
              helpText={t`VAT included.`}
              error={errors.price?.message}
              {...register('price')}
            />
            <SelectField label={t`Period`} required options={periods} error={errors.period?.message} {...register('period')} />
            <SelectField label={t`Version`} required options={versionOptions} error={errors.category?.message} {...register('category')} />
          </SimpleGrid>
        )}
        <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
          <TextField
            label={t`Student limit`}
            inputMode="numeric"
            helpText={t`Leave blank for no limit.`}
            error={errors.maxStudents?.message}
            {...register('maxStudents')}
          />
          <TextField
            label={t`Campus limit`}
            inputMode="numeric"
            helpText={t`Leave blank for no limit.`}
            error={errors.maxCampuses?.message}
            {...register('maxCampuses')}
          />
          <TextField
            label={t`Badge`}
            placeholder={t`Most Popular`}
            helpText={t`Optional, shown next to the name.`}
            error={errors.badge?.message}
            {...register('badge')}
          />
        </SimpleGrid>
        <PlanBullets form={form} />
        <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
          <SwitchField label={t`Highlighted`} helpText={t`Its card stands out.`} {...register('highlight')} />
          <SwitchField label={t`On sale`} helpText={t`Visible to visitors.`} {...register('isActive')} />
          <SwitchField label={t`In the store`} helpText={t`Visitors can add it to the cart.`} {...register('isInStore')} />
        </SimpleGrid>
      </TranslatedFields>
    </EntryDialog>
  );
}

/** Warns that schools are subscribed to the plan on its present terms. */
function AgreedTerms({ plan: { name, price, period, category, subscribers } }: { plan: ManagedPlan }) {
  return (
    <Box borderWidth="1px" borderRadius="lg" p="4">
      <Text fontWeight="600">
        <Trans>
          {formatMoney(kes(price))} {translate(unitLabel(planUnit(period)))}, {versionLabels[category]}
        </Trans>
      </Text>
      <Text fontSize="sm" color="fg.muted">
        <Trans>
          <Plural value={subscribers} one="# school subscribes" other="# schools subscribe" /> to this plan. Its period and version cannot
          change; announce a new price under{' '}
          <AppLink
            color="accent.fg"
            textDecoration="underline"
            to={`/dashboard/cms/pricing?${new URLSearchParams({ tab: 'prices', search: name })}`}
          >
            All prices
          </AppLink>
          .
        </Trans>
      </Text>
    </Box>
  );
}
