import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { z } from 'zod';
import { useCommand, useQuery } from '@masomo/data';
import { getPriceNotice, planPriceChange, priceBookKeys, type PriceEntry } from '@masomo/data/store/priceBook';
import { formatMoney, kes } from '@masomo/domain/money';
import { addDays, formatDate, today } from '@masomo/domain/time';
import { unitLabel } from '@masomo/domain/pricing';
import { translate } from '@masomo/i18n';
import { Text, toaster } from '@masomo/design-system';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { EntryDialog } from '../shared/EntryDialog.tsx';
import { priceChangeLabel } from './priceChangeLabel.ts';
import { priceField } from './entryFields.ts';

const planSchema = z.object({
  price: priceField,
  effectiveOn: z.string().min(1, t`Choose the date the new price takes effect`),
});

/** Schedules a new price and shows how much it differs. */
export function PlanChangeDialog({ entry, onClose }: { entry: PriceEntry; onClose: () => void }) {
  const { data: notice } = useQuery(priceBookKeys.notice(), getPriceNotice);
  const plan = useCommand(planPriceChange, {
    invalidates: ['price-book'],
    onSuccess: () => {
      toaster.success({ title: t`New price announced: ${entry.name}` });
      onClose();
    },
  });
  const earliest = notice === undefined ? undefined : addDays(today(), notice);
  const {
    register,
    handleSubmit,
    watch,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(planSchema),
    defaultValues: { price: entry.planned ? String(entry.planned.price) : '', effectiveOn: entry.planned?.effectiveOn ?? '' },
  });
  const price = watch('price').trim();
  const submit = handleSubmit((form) =>
    plan.run({ kind: entry.kind, id: entry.id, price: Number(form.price), effectiveOn: form.effectiveOn }),
  );
  return (
    <EntryDialog
      title={t`Plan a price change for ${entry.name}`}
      error={plan.error?.userMessage}
      isBusy={plan.isRunning}
      saveLabel={t`Announce change`}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Text>
        <Trans>
          Current price: {formatMoney(kes(entry.price))} {translate(unitLabel(entry.unit))}.
        </Trans>{' '}
        {entry.kind === 'plan' && t`Subscribed schools are emailed at once.`}
      </Text>
      <TextField
        label={t`New price (KES)`}
        inputMode="numeric"
        required
        helpText={t`VAT included.`}
        error={errors.price?.message}
        {...register('price')}
      />
      <TextField
        label={t`From`}
        type="date"
        required
        {...(earliest
          ? { min: earliest, helpText: t`Price changes need ${notice ?? 0} days of notice: ${formatDate(earliest)} or later.` }
          : {})}
        error={errors.effectiveOn?.message}
        {...register('effectiveOn')}
      />
      <Text role="status" color="fg.muted">
        {/^\d+$/.test(price) ? priceChangeLabel(entry.price, Number(price)) : ''}
      </Text>
    </EntryDialog>
  );
}
