import { t } from '@lingui/core/macro';
import type { OwnStudent } from '@masomo/data/people/studentWork';
import { SelectField } from '@masomo/design-system/fields';

type ChildFieldProps = { students: readonly OwnStudent[]; value: string; onChoose: (id: string) => void };

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
