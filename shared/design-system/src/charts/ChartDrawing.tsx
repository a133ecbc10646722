import { Box, HStack, Stack, Text, type SystemStyleObject } from '@chakra-ui/react';
import { Chart, useChart } from '@chakra-ui/charts';
import { Bar, BarChart, CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

/** `fill`, `stroke` are colour tokens; `dash` is the pattern of a line. */
export type DrawnSeries = { key: string; label: string; fill: string; stroke: string; dash?: string };

/** A place on the axis below; `values` are in the order of the series, and null where nothing was measured. */
export type ChartPoint = {
  key: string;
  /** Said with the values. */
  label: string;
  /** Below the axis. */
  shortLabel: string;
  values: readonly (number | null)[];
};

export type ChartDrawingProps = {
  /** Lines for what runs in time, bars for what is compared. */
  kind: 'line' | 'bars';
  /** What the chart shows, for screen readers. */
  label: string;
  series: readonly DrawnSeries[];
  points: readonly ChartPoint[];
  /** The values at the axis, and where it begins and ends. */
  axis: { ticks: readonly number[]; start: number; end: number };
  /** In pixels. */
  height: number;
  /** A value with its unit. */
  format: (value: number) => string;
  /** A value at the axis. */
  formatTick: (value: number) => string;
};

type Row = Record<string, string | number | null>;

/** From here on a dot at each value would hide the line. */
const mostDots = 31;
const margin = { top: 8, right: 8, bottom: 0, left: 0 };
const noRoom = { left: 0, right: 0 };
/** The last place of a line is the end of the axis, and half of its label is beyond it. */
const lastLabelRoom = { left: 0, right: 18 };

const frame: SystemStyleObject = {
  aspectRatio: 'auto',
  h: 'full',
  printColorAdjust: 'exact',
  borderRadius: 'l2',
  '& svg.recharts-surface:focus-visible': { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
  // A page on paper is narrower than the window that the chart was made for.
  '@media print': { '& svg.recharts-surface': { maxWidth: '100%', height: 'auto' } },
};

/** Lines or bars with their axes; the values of a place are said on hover, focus and touch. */
export function ChartDrawing({ kind, label, series, points, format, formatTick, axis, height }: ChartDrawingProps) {
  const chart = useChart({
    data: points.map(({ key, values }): Row => ({
      key,
      ...Object.fromEntries(series.map((entry, index) => [entry.key, values[index] ?? null])),
    })),
    series: series.map((entry) => ({ name: entry.key, label: entry.label, color: entry.fill })),
  });
  const labels = new Map(points.map((point) => [point.key, point]));
  // Grades and levels have so few letters that all of them fit below a chart on a phone; the months of a year do not.
  const isOfCodes = points.reduce((letters, { shortLabel }) => letters + shortLabel.length, 0) <= 26;
  const tick = { fill: chart.color('fg.muted') };
  const shared = { data: chart.data, margin, 'aria-label': label };
  const frameParts = (
    <>
      <CartesianGrid vertical={false} stroke={chart.color('border')} />
      <XAxis
        dataKey="key"
        tickFormatter={(key: string) => labels.get(key)?.shortLabel ?? ''}
        tickLine={false}
        tick={tick}
        axisLine={{ stroke: chart.color('border.emphasized') }}
        tickMargin={8}
        padding={kind === 'line' ? lastLabelRoom : noRoom}
        minTickGap={isOfCodes ? 0 : 12}
        interval={isOfCodes ? 0 : 'equidistantPreserveStart'}
      />
      <YAxis
        domain={[axis.start, axis.end]}
        ticks={[...axis.ticks]}
        tickFormatter={formatTick}
        tickLine={false}
        tick={tick}
        axisLine={false}
        width="auto"
        interval={0}
      />
      {axis.start < 0 && <ReferenceLine y={0} stroke={chart.color('fg.muted')} />}
      <Tooltip
        isAnimationActive={false}
        cursor={
          kind === 'bars'
            ? { fill: chart.color('bg.muted'), stroke: 'none' }
            : { stroke: chart.color('border.control'), strokeDasharray: '2 3' }
        }
        content={({ active, label: key }) => (
          <Values point={active ? labels.get(String(key)) : undefined} series={series} format={format} />
        )}
      />
    </>
  );
  return (
    <Chart.Root chart={chart} css={frame}>
      <ResponsiveContainer width="100%" height={height}>
        {kind === 'line' ? (
          <LineChart {...shared}>
            {frameParts}
            {series.map(({ key, stroke, dash }) => (
              <Line
                key={key}
                dataKey={key}
                stroke={chart.color(stroke)}
                strokeWidth={2}
                strokeDasharray={dash ?? ''}
                dot={points.length <= mostDots ? { r: 2, strokeDasharray: '' } : false}
                activeDot={{ r: 4 }}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        ) : (
          <BarChart {...shared} barGap={2} barCategoryGap="22%" maxBarSize={32}>
            {frameParts}
            {series.map(({ key, fill, stroke }) => (
              <Bar
                key={key}
                dataKey={key}
                fill={chart.color(fill)}
                stroke={chart.color(stroke)}
                radius={[2, 2, 0, 0]}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        )}
      </ResponsiveContainer>
    </Chart.Root>
  );
}

type ValuesProps = { point: ChartPoint | undefined } & Pick<ChartDrawingProps, 'series' | 'format'>;

/** The values of one place, said to screen readers when the arrow keys come to it. */
function Values({ point, series, format }: ValuesProps) {
  return (
    <Box role="status">
      {point && (
        <Stack gap="1" minW="32" bg="bg.panel" borderWidth="1px" borderRadius="l2" shadow="md" px="3" py="2" textStyle="xs">
          <Text fontWeight="600">{point.label}</Text>
          {series.map(({ key, label, fill, stroke }, index) => {
            const value = point.values[index];
            return (
              <HStack key={key} gap="2">
                <Box
                  aria-hidden
                  boxSize="2.5"
                  borderRadius="2px"
                  bg={fill}
                  outline="1px solid"
                  outlineColor={stroke}
                  outlineOffset="-1px"
                />
                <Text color="fg.muted">{label} </Text>
                <Text ms="auto" ps="3" fontWeight="550" fontVariantNumeric="tabular-nums">
                  {value === null || value === undefined ? '–' : format(value)}
                </Text>
              </HStack>
            );
          })}
        </Stack>
      )}
    </Box>
  );
}
