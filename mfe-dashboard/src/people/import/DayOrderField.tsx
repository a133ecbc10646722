import { t } from '@lingui/core/macro';
import type { DayOrder } from '@masomo/domain/dayOrder';
import { SelectField } from '@masomo/design-system/forms';

/** Which of day and month stands first in the dates of a file, which the office can change. */
export function DayOrderField({ order, isMixed, onChange }: { order: DayOrder; isMixed: boolean; onChange: (order: DayOrder) => void }) {
  return (
    <SelectField
      label={t`Day and month in dates`}
      options={[
        { value: 'day-first', label: t`Day first: 31/05/2014` },
        { value: 'month-first', label: t`Month first: 05/31/2014` },
      ]}
      value={order}
      helpText={isMixed ? t`This file has both. Dates that do not fit are shown with their row.` : t`Holds for every date of the file.`}
      onChange={({ currentTarget: { value } }) => onChange(value === 'month-first' ? 'month-first' : 'day-first')}
    />
  );
}
