import { t } from '@lingui/core/macro';
import { useDeferredValue, useState } from 'react';
import { useQuery } from '@masomo/data';
import { listStudents, peopleKeys } from '@masomo/data/people/people';
import { formatNumber } from '@masomo/domain/number';
import { Stack } from '@masomo/design-system';
import { SelectField, TextField, type SelectFieldProps } from '@masomo/design-system/forms';

type StudentPickerProps = Omit<SelectFieldProps, 'options'> & { /** Label of the empty option. */ emptyLabel: string };

/** Finds one student the caller may see. Spread `register('studentId')` into it. */
export function StudentPicker({ emptyLabel, ...field }: StudentPickerProps) {
  const [search, setSearch] = useState('');
  const filter = { search: useDeferredValue(search), sort: { column: 'last_name', descending: false }, page: 0, pageSize: 50 };
  const { data: students, error } = useQuery(peopleKeys.students(filter), (db) => listStudents(db, filter), { keepPreviousData: true });
  return (
    <Stack gap="3">
      <TextField
        label={t`Find student`}
        value={search}
        autoComplete="off"
        error={error?.userMessage}
        onChange={(event) => setSearch(event.currentTarget.value)}
        helpText={
          students && students.total > filter.pageSize
            ? t`Showing ${filter.pageSize} of ${formatNumber(students.total)}. Type a name or admission number.`
            : t`Name or admission number`
        }
      />
      <SelectField
        {...field}
        options={[
          { value: '', label: emptyLabel },
          ...(students?.rows ?? []).map((student) => ({ value: student.id, label: `${student.name} (${student.admissionNumber})` })),
        ]}
      />
    </Stack>
  );
}
