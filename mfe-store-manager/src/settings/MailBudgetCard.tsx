import { t } from '@lingui/core/macro';
import { mailBudgetSettingSchema } from '@masomo/domain/storeSettings';
import { SimpleGrid } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';
import { SettingCard } from './SettingCard.tsx';
import { parseNumberInput } from './parseNumberInput.ts';

const fields = [
  ['trialSchoolDaily', t`School on trial`, t`Emails that a school without a paid subscription may send in a day.`],
  ['paidSchoolDaily', t`School that pays`, t`Emails that a school with a paid subscription may send in a day.`],
  ['networkDaily', t`Network`, t`Emails that visitors and schools on trial may send from one network in a day.`],
  ['recipientDaily', t`Recipient`, t`Emails that they may send to one address in a day.`],
  ['platformRecipientDaily', t`Own emails to a recipient`, t`Receipts and notices beyond it wait for the next day.`],
  ['networkOrdersHourly', t`Orders of a network`, t`Orders in an hour that visitors place from one network.`],
  ['trustedHops', t`Trusted proxies`, t`How many of your own proxies add an address before a request reaches the database.`],
] as const;

const shape = fields.map(() => ({ isHalf: true, hasHelp: true }));

/** Settings for how many emails may leave in a day. */
export function MailBudgetCard() {
  return (
    <SettingCard
      settingKey="mail_budget"
      title={t`Email limits`}
      description={t`How many emails leave in a day, counted until midnight.`}
      shape={shape}
      parse={(value) => mailBudgetSettingSchema.parse(value)}
    >
      {(draft) => (
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          {fields.map(([field, label, help]) => (
            <TextField
              key={field}
              label={label}
              helpText={help}
              inputMode="numeric"
              required
              value={String(draft.value[field])}
              error={draft.problems[field]}
              onChange={(event) => draft.change({ ...draft.value, [field]: parseNumberInput(event.currentTarget.value) })}
            />
          ))}
        </SimpleGrid>
      )}
    </SettingCard>
  );
}
