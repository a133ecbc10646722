import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect } from '@chakra-ui/react';
import { nativeSelectRecipe } from '../theme/recipes/forms.ts';
import type { RecordTable } from './useRecordTable.ts';

/** Sort menu for small screens, where cards have no column headers. */
export function SortMenu<Row extends object>({ table }: { table: RecordTable<Row> }) {
  const sortable = table.getVisibleLeafColumns().filter((column) => column.getCanSort());
  if (sortable.length === 0) return null;
  const sorted = sortable.find((column) => column.getIsSorted());
  return (
    <NativeSelect.Root recipe={nativeSelectRecipe} size="sm" w="auto" minW="0" maxW="full" flexGrow="1" hideFrom="md">
      <NativeSelect.Field
        aria-label={t`Sort by`}
        value={sorted ? `${sorted.getIsSorted() || 'asc'} ${sorted.id}` : ''}
        onChange={(event) => {
          const [direction, ...id] = event.currentTarget.value.split(' ');
          table.getColumn(id.join(' '))?.toggleSorting(direction === 'desc');
        }}
      >
        {!sorted && (
          <option value="" disabled>
            <Trans>Sort by</Trans>
          </option>
        )}
        {sortable.flatMap(({ id, columnDef }) => [
          <option key={`${id}-asc`} value={`asc ${id}`}>
            {t`${String(columnDef.header)}, ascending`}
          </option>,
          <option key={`${id}-desc`} value={`desc ${id}`}>
            {t`${String(columnDef.header)}, descending`}
          </option>,
        ])}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
