import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Box, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';

export type BarRow = {
  key: string;
  name: ReactNode;
  detail?: ReactNode;
  /** The value as it is read. */
  figure: string;
  value: number;
  /** The value of the period before, a mark on the same scale. */
  before?: number | null;
};

type BarTableProps = {
  title: string;
  /** Headers of names and figures; without both, a table of two columns needs none. */
  nameHeader?: string;
  figureHeader?: string;
  rows: readonly BarRow[];
  /** The end of the scale; without it, the highest value. */
  limit?: number;
};

/** Values compared by name: a bar for each, which all begin at zero and have one scale and unit, beside the figure. */
export function BarTable({ title, nameHeader = '', figureHeader = '', rows, limit }: BarTableProps) {
  const values = rows.flatMap(({ value, before }) => [value, before ?? 0]);
  const low = Math.min(0, ...values);
  const span = (limit ?? Math.max(0, ...values)) - low || 1;
  const place = (value: number) => Math.min(100, Math.max(0, ((value - low) / span) * 100));
  const bar = ({ value, before }: BarRow) => (
    <Box aria-hidden position="relative" h="2" bg="bg.muted" borderRadius="full" overflow="hidden" css={{ printColorAdjust: 'exact' }}>
      <Part from={place(Math.min(0, value))} to={place(Math.max(0, value))} color={value < 0 ? 'border.control' : 'accent.solid'} />
      {before !== null && before !== undefined && (
        <Box position="absolute" top="0" h="full" w="2px" bg="fg" style={{ insetInlineStart: `calc(${place(before)}% - 1px)` }} />
      )}
    </Box>
  );
  return (
    <PlainTable
      label={title}
      {...(nameHeader ? { scrollLabel: t`${title}, scrolls` } : {})}
      hasHead={nameHeader !== ''}
      css={{ '& tr:last-child > *': { borderBottomWidth: '0' }, '& tbody th': { fontWeight: '550', color: 'fg' } }}
      columns={[
        {
          id: 'name',
          header: nameHeader,
          isRowName: true,
          cell: (row) => (
            <>
              {row.name}
              {row.detail && (
                <Text as="div" textStyle="xs" color="fg.muted" fontWeight="400">
                  {row.detail}
                </Text>
              )}
              <Box mt="1.5" display={{ base: 'block', sm: 'none' }}>
                {bar(row)}
              </Box>
            </>
          ),
        },
        {
          id: 'bar',
          header: '',
          isDecoration: true,
          css: { w: '40%', display: { base: 'none', sm: 'table-cell' } },
          cell: bar,
        },
        { id: 'figure', header: figureHeader, align: 'end', cell: ({ figure }) => figure },
      ]}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}

function Part({ from, to, color }: { from: number; to: number; color: string }) {
  return (
    <Box
      position="absolute"
      top="0"
      h="full"
      borderRadius="full"
      bg={color}
      style={{ insetInlineStart: `${from}%`, width: `${to - from}%` }}
    />
  );
}
