import { t } from '@lingui/core/macro';
import { companySettingSchema } from '@masomo/domain/storeSettings';
import { SimpleGrid } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';
import { SettingCard } from './SettingCard.tsx';
import { parseNumberInput } from './parseNumberInput.ts';

/** VAT rate included in every price, and the company's tax number. */
export function TaxCard() {
  return (
    <SettingCard
      settingKey="company"
      title={t`Tax`}
      description={t`Prices include VAT. Existing orders keep their rate.`}
      shape={[{ isHalf: true }, { isHalf: true, hasHelp: true }]}
      parse={(value) => companySettingSchema.parse(value)}
    >
      {({ value, problems, change }) => (
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <TextField
            label={t`VAT in percent`}
            inputMode="numeric"
            required
            value={String(value.vatPercent)}
            error={problems.vatPercent}
            onChange={(event) => change({ ...value, vatPercent: parseNumberInput(event.currentTarget.value) })}
          />
          <TextField
            label={t`KRA PIN`}
            helpText={t`Shown on invoices and receipts.`}
            value={value.kraPin}
            error={problems.kraPin}
            onChange={(event) => change({ ...value, kraPin: event.currentTarget.value.toUpperCase().trim() })}
          />
        </SimpleGrid>
      )}
    </SettingCard>
  );
}
