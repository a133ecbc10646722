import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { formatNumber, formatShortNumber } from '@masomo/domain/number';
import { Button, Card, Heading, HStack, Span, Text } from '@masomo/design-system';
import type { ChartPoint } from '@masomo/design-system/charts';
import { PlainTable } from '@masomo/design-system/plainTable';
import { Chart, type ChartProps } from './Chart.tsx';
import type { ChartSeries } from './seriesStyles.ts';

type ChartCardProps = Pick<ChartProps, 'kind' | 'series' | 'points' | 'limit'> & {
  title: string;
  /** Unit of the values at the axis, such as KES. */
  unit?: string;
  /** Header of the table's first column. */
  pointName: string;
  /** A value with its unit. */
  format?: (value: number) => string;
  /** Further columns of the table, before those of the series. */
  details?: readonly ChartDetail[];
  /** Text of the empty chart. */
  empty: string;
};

/** A figure of each point that only the table has; `values` are in the order of the points. */
export type ChartDetail = { label: string; values: readonly string[] };

/** A chart with its title and a table of the same figures. */
export function ChartCard({ title, unit, pointName, format = formatNumber, details = [], empty, ...chart }: ChartCardProps) {
  const [isTable, setIsTable] = useState(false);
  const { series, points } = chart;
  const isEmpty = points.every(({ values }) => values.every((value) => !value));
  return (
    <Card.Root as="section" aria-label={title} minW="0">
      <Card.Header pt="4" px={{ base: '4', md: '5' }}>
        <HStack justify="space-between" gap="3" minH="8">
          <Heading as="h2" size="md">
            {title}
            {unit && (
              <Span textStyle="xs" color="fg.muted" fontWeight="400" ms="2">
                {unit}
              </Span>
            )}
          </Heading>
          {!isEmpty && (
            <Button
              size="xs"
              variant="outline"
              flexShrink="0"
              onClick={() => setIsTable(!isTable)}
              css={{ '@media print': { display: 'none' } }}
            >
              {isTable ? t`Show as chart` : t`Show as table`}
            </Button>
          )}
        </HStack>
      </Card.Header>
      <Card.Body pb="4" px={{ base: '4', md: '5' }}>
        {isEmpty && <Text color="fg.muted">{empty}</Text>}
        {!isEmpty && isTable && <FigureTable {...{ title, pointName, series, points, details, format }} />}
        {!isEmpty && !isTable && (
          <Chart
            {...chart}
            label={t`${title}. The arrow keys say each value; the table has all.`}
            format={format}
            formatTick={formatShortNumber}
            describeStart={(start) => t`The axis begins at ${start}.`}
          />
        )}
      </Card.Body>
    </Card.Root>
  );
}

type FigureTableProps = {
  title: string;
  pointName: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  details: readonly ChartDetail[];
  format: (value: number) => string;
};

function FigureTable({ title, pointName, series, points, details, format }: FigureTableProps) {
  const shown = (value: number | null | undefined) => (value === null || value === undefined ? '–' : format(value));
  return (
    <PlainTable
      label={title}
      scrollLabel={t`${title}, scrolls`}
      css={{ maxH: '80' }}
      columns={[
        { id: 'point', header: pointName, isRowName: true, noWrap: true, cell: ({ label }) => label },
        ...details.map(({ label, values }) => ({
          id: label,
          header: label,
          align: 'end' as const,
          cell: (_: ChartPoint, row: number) => values[row],
        })),
        ...series.map(({ key, label }, index) => ({
          id: key,
          header: label,
          align: 'end' as const,
          cell: ({ values }: ChartPoint) => shown(values[index]),
        })),
      ]}
      rows={points}
      rowKey={({ key }) => key}
    />
  );
}
