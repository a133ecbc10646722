import { t } from '@lingui/core/macro';
import type { Child } from '@masomo/data/platform/familyHome';
import { SelectField } from '@masomo/design-system/fields';

type ChildFieldProps = { students: readonly Child[]; value: string; onChoose: (id: string) => void };

/** Chooses one of many children. */
export function ChildField({ students, value, onChoose }: ChildFieldProps) {
  return (
    <SelectField
      label={t`Child`}
      options={students.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}
