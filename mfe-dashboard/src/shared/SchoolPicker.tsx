import { t } from '@lingui/core/macro';
import { useDeferredValue, useState } from 'react';
import { useQuery } from '@masomo/data';
import { listSchools, schoolKeys, type SchoolFilter } from '@masomo/data/platform/schools';
import { formatNumber } from '@masomo/domain/number';
import { Stack } from '@masomo/design-system';
import { SelectField, TextField, type SelectFieldProps } from '@masomo/design-system/forms';

type SchoolPickerProps = Omit<SelectFieldProps, 'options' | 'label'> & {
  /** The school that is chosen when the picker opens, which stays on offer whatever is searched. */
  current?: { id: string; name: string } | undefined;
};

/** Finds one active school of the platform, or none. Spread `register('schoolId')` into it. */
export function SchoolPicker({ current, ...field }: SchoolPickerProps) {
  const [search, setSearch] = useState('');
  const filter: SchoolFilter = {
    search: useDeferredValue(search),
    sort: { column: 'name', descending: false },
    page: 0,
    pageSize: 50,
    kind: '',
    isActive: true,
  };
  const { data: schools, error } = useQuery(schoolKeys.list(filter), (db) => listSchools(db, filter), { keepPreviousData: true });
  const found = schools?.rows ?? [];
  const others = current ? [current, ...found.filter(({ id }) => id !== current.id)] : found;
  return (
    <Stack gap="3">
      <TextField
        label={t`Find school`}
        value={search}
        autoComplete="off"
        error={error?.userMessage}
        onChange={(event) => setSearch(event.currentTarget.value)}
        helpText={
          schools && schools.total > filter.pageSize
            ? t`Showing ${filter.pageSize} of ${formatNumber(schools.total)}. Type a name or town.`
            : t`Name or town`
        }
      />
      <SelectField
        {...field}
        label={t`School`}
        options={[{ value: '', label: t`None` }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </Stack>
  );
}
