import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { subscriptionsSettingSchema, type SubscriptionsSetting } from '@masomo/domain/storeSettings';
import { SimpleGrid } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';
import { SettingCard } from './SettingCard.tsx';
import type { SettingDraft } from './SettingForm.tsx';
import { parseNumberInput, parseNumberList } from './parseNumberInput.ts';

const fields = [
  ['graceDays', t`Grace period in days`, t`How long a school can read and export, but change nothing, after its subscription ends.`],
  ['priceNoticeDays', t`Price change notice in days`, t`A higher price is announced at least this many days ahead.`],
] as const;

const shape = Array.from({ length: fields.length + 1 }, () => ({ isHalf: true, hasHelp: true }));

/** Settings for renewal reminders, grace and price notice periods. */
export function NoticePeriodsCard() {
  return (
    <SettingCard
      settingKey="subscriptions"
      title={t`Notice periods`}
      description={t`How many days’ notice schools get.`}
      shape={shape}
      parse={(value) => subscriptionsSettingSchema.parse(value)}
    >
      {(draft) => (
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <ReminderDays {...draft} />
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

function ReminderDays({ value, problems, change }: SettingDraft<SubscriptionsSetting>) {
  const [input, setInput] = useState(value.reminderDays.join(', '));
  // The raw input stays while it parses to the saved days, so that typing is not reformatted; loading or undoing replaces it.
  const displayed = parseNumberList(input).join() === value.reminderDays.join() ? input : value.reminderDays.join(', ');
  const problem = Object.entries(problems).find(([path]) => path.split('.')[0] === 'reminderDays')?.[1];
  return (
    <TextField
      label={t`Reminders before the end`}
      helpText={t`Days separated by commas, such as 14, 7, 1.`}
      required
      value={displayed}
      error={problem}
      onChange={(event) => {
        setInput(event.currentTarget.value);
        change({ ...value, reminderDays: parseNumberList(event.currentTarget.value) });
      }}
    />
  );
}
