import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { formatNumber } from '@masomo/domain/number';
import { Box, Button, Card, Flex, Heading, HStack, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';
import { patternStyle, type SeriesPattern } from './seriesStyles.ts';

export type ChartSeries = { label: string; pattern: SeriesPattern };
/** One column of the chart; `values` are in the order of the series. */
export type ChartPeriod = { key: string; label: string; shortLabel: string; values: readonly number[] };

type PeriodChartProps = {
  title: string;
  /** Header of the table's first column. */
  periodName: string;
  series: readonly ChartSeries[];
  periods: readonly ChartPeriod[];
  /** Stacked for parts of a whole, side by side for figures to compare. */
  isStacked?: boolean;
  format?: (value: number) => string;
  /** Text of the empty chart. */
  empty: string;
};

/** A column chart with a table of the same figures; series differ by pattern as well as by colour. */
export function PeriodChart({ title, periodName, series, periods, isStacked = false, format = formatNumber, empty }: PeriodChartProps) {
  const [isTable, setIsTable] = useState(false);
  const isEmpty = periods.every(({ values }) => values.every((value) => value === 0));
  return (
    <Card.Root as="section" aria-label={title} minW="0">
      <Card.Header>
        <HStack justify="space-between" gap="3" wrap="wrap">
          <Heading as="h2" size="md">
            {title}
          </Heading>
          {!isEmpty && (
            <Button size="xs" variant="outline" onClick={() => setIsTable(!isTable)}>
              {isTable ? t`Show as chart` : t`Show as table`}
            </Button>
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        {isEmpty && <Text color="fg.muted">{empty}</Text>}
        {!isEmpty &&
          (isTable ? (
            <FigureTable {...{ title, periodName, series, periods, format }} />
          ) : (
            <ColumnChart {...{ title, series, periods, isStacked, format }} />
          ))}
      </Card.Body>
    </Card.Root>
  );
}

type ChartViewProps = Required<Pick<PeriodChartProps, 'title' | 'series' | 'periods' | 'format'>>;

function ColumnChart({ title, series, periods, isStacked, format }: ChartViewProps & { isStacked: boolean }) {
  const highest = Math.max(
    1,
    ...periods.map(({ values }) => (isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values))),
  );
  const height = (value: number) => `${Math.max(0, (value / highest) * 100)}%`;
  const describePeriod = ({ label, values }: ChartPeriod) =>
    `${label}: ${values.map((value, index) => `${series[index]?.label ?? ''} ${format(value)}`).join(', ')}`;
  return (
    <Box>
      {series.length > 1 && (
        <HStack as="ul" gap="4" wrap="wrap" mb="4" listStyleType="none" textStyle="sm">
          {series.map(({ label, pattern }) => (
            <HStack as="li" key={label} gap="2">
              <Box aria-hidden boxSize="3.5" borderRadius="sm" css={patternStyle(pattern)} />
              {label}
            </HStack>
          ))}
        </HStack>
      )}
      <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums" mb="1" aria-hidden>
        {format(highest)}
      </Text>
      <Flex
        role="img"
        aria-label={t`${title}. ${plural(periods.length, { one: '# column', other: '# columns' })}, up to ${format(highest)}. The table has every figure.`}
        h="52"
        gap={periods.length > 24 ? '0.5' : '1.5'}
        align="stretch"
        borderBottomWidth="1px"
        borderTopWidth="1px"
        borderTopStyle="dashed"
      >
        {periods.map((period) => (
          <Flex
            key={period.key}
            flex="1"
            minW="0"
            direction={isStacked ? 'column-reverse' : 'row'}
            align={isStacked ? 'stretch' : 'flex-end'}
            gap={isStacked ? '0' : '1px'}
            title={describePeriod(period)}
            _hover={{ bg: 'bg.muted' }}
          >
            {period.values.map((value, index) => (
              <Box
                key={series[index]?.label}
                {...(isStacked ? {} : { flex: '1' })}
                style={{ height: height(value) }}
                css={patternStyle(series[index]?.pattern ?? 'solid')}
              />
            ))}
          </Flex>
        ))}
      </Flex>
      <PeriodAxis periods={periods} />
    </Box>
  );
}

/** Labels every column where there is room, otherwise the first and the last. */
function PeriodAxis({ periods }: Pick<ChartViewProps, 'periods'>) {
  const hasRoomForAll = periods.length <= 12;
  return (
    <Box mt="1" textStyle="xs" color="fg.muted" aria-hidden>
      {hasRoomForAll && (
        <Flex gap="1.5" display={{ base: 'none', md: 'flex' }}>
          {periods.map(({ key, shortLabel }) => (
            <Text key={key} flex="1" minW="0" textAlign="center" truncate>
              {shortLabel}
            </Text>
          ))}
        </Flex>
      )}
      <HStack justify="space-between" display={hasRoomForAll ? { base: 'flex', md: 'none' } : 'flex'}>
        <span>{periods[0]?.shortLabel}</span>
        {periods.length > 1 && <span>{periods.at(-1)?.shortLabel}</span>}
      </HStack>
    </Box>
  );
}

function FigureTable({ title, periodName, series, periods, format }: ChartViewProps & { periodName: string }) {
  return (
    <PlainTable
      label={title}
      scrollLabel={t`${title}, scrolls`}
      css={{ maxH: '80' }}
      columns={[
        { id: 'period', header: periodName, isRowName: true, noWrap: true, cell: ({ label }) => label },
        ...series.map(({ label }, index) => ({
          id: label,
          header: label,
          align: 'end' as const,
          cell: ({ values }: ChartPeriod) => format(values[index] ?? 0),
        })),
      ]}
      rows={periods}
      rowKey={({ key }) => key}
    />
  );
}
