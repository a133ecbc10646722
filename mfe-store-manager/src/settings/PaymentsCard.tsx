import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { listConfiguredMethods, paymentKeys } from '@masomo/data/store/payments';
import { paymentMethodLabels, paymentMethods, type PaymentMethod } from '@masomo/domain/orders';
import { paymentsSettingSchema, type PaymentsSetting } from '@masomo/domain/storeSettings';
import { Heading, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { CheckboxField, Fieldset, TextField } from '@masomo/design-system/forms';
import { SettingCard } from './SettingCard.tsx';
import type { SettingDraft } from './SettingForm.tsx';
import { parseNumberInput } from './parseNumberInput.ts';
import { translate } from '@masomo/i18n';

const bankFields = [
  ['bankName', t`Bank`],
  ['branch', t`Branch`],
  ['accountName', t`Account name`],
  ['accountNumber', t`Account number`],
  ['swift', t`SWIFT code`],
] as const;

const shape = [{ lines: 6 }, ...bankFields.map(() => ({ isHalf: true })), { isHalf: true }];

/** Payment methods offered at checkout, and the bank account for transfers. */
export function PaymentsCard() {
  return (
    <SettingCard
      settingKey="payments"
      title={t`Payments`}
      description={t`Offered at checkout from now on. Existing orders keep their payment method.`}
      shape={shape}
      parse={(value) => paymentsSettingSchema.parse(value)}
    >
      {(draft) => (
        <>
          <Methods {...draft} />
          <BankAccount {...draft} />
        </>
      )}
    </SettingCard>
  );
}

function Methods({ value, problems, change }: SettingDraft<PaymentsSetting>) {
  const { data: configured } = useQuery(paymentKeys.configured(), listConfiguredMethods);
  const set = (method: PaymentMethod, isOn: boolean) =>
    change({ ...value, methods: isOn ? [...value.methods, method] : value.methods.filter((one) => one !== method) });
  return (
    <Fieldset.Root invalid={Boolean(problems.methods)}>
      <Fieldset.Legend>
        <Trans>Payment methods</Trans>
      </Fieldset.Legend>
      <Stack gap="3" mt="2">
        {paymentMethods.map((method) => (
          <CheckboxField
            key={method}
            label={translate(paymentMethodLabels[method])}
            checked={value.methods.includes(method)}
            onChange={(event) => set(method, event.currentTarget.checked)}
            helpText={configured && !configured.includes(method) ? t`No effect yet: no payment provider is configured.` : undefined}
          />
        ))}
      </Stack>
      {problems.methods && (
        <Text role="alert" fontSize="sm" color="fg.error" mt="2">
          {problems.methods}
        </Text>
      )}
    </Fieldset.Root>
  );
}

function BankAccount({ value, problems, change }: SettingDraft<PaymentsSetting>) {
  const set = (part: Partial<PaymentsSetting['bank']>) => change({ ...value, bank: { ...value.bank, ...part } });
  return (
    <Stack gap="3">
      <Heading as="h3" size="sm">
        <Trans>Bank account</Trans>
      </Heading>
      <Text fontSize="sm" color="fg.muted">
        <Trans>Shown on every proforma invoice.</Trans>
      </Text>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        {bankFields.map(([field, label]) => (
          <TextField
            key={field}
            label={label}
            required
            value={value.bank[field]}
            error={problems[`bank.${field}`]}
            onChange={(event) => set({ [field]: event.currentTarget.value })}
          />
        ))}
        <TextField
          label={t`Days a proforma invoice is valid`}
          inputMode="numeric"
          required
          value={String(value.bank.validDays)}
          error={problems['bank.validDays']}
          onChange={(event) => set({ validDays: parseNumberInput(event.currentTarget.value) })}
        />
      </SimpleGrid>
    </Stack>
  );
}
