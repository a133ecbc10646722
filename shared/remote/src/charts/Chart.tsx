import { lazy, Suspense } from 'react';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';
import { Box, Flex, HStack, Skeleton, Text } from '@masomo/design-system';
import type { ChartDrawingProps, ChartPoint } from '@masomo/design-system/charts';
import { axisOf } from './axis.ts';
import { seriesStyles, type ChartSeries } from './seriesStyles.ts';

const ChartDrawing = lazy(async () => ({ default: (await loadWhenOnline(() => import('./drawing.ts'))).ChartDrawing }));

/** Height of a drawing with its axis below, in pixels. */
const height = 224;

export type ChartProps = Pick<ChartDrawingProps, 'kind' | 'label' | 'format' | 'formatTick'> & {
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** No value is above it, such as 100 percent. */
  limit?: number | undefined;
  /** Says where an axis begins that does not begin at zero. */
  describeStart: (start: string) => string;
};

/** A chart of lines or bars; what draws it is loaded when it is on the page. The table of its values is the caller's. */
export function Chart({ series, points, limit, describeStart, ...drawing }: ChartProps) {
  const values = points.flatMap((point) => point.values.filter((value) => value !== null));
  const axis = axisOf(values.length > 0 ? values : [0], { isFromZero: drawing.kind === 'bars', limit, formatTick: drawing.formatTick });
  return (
    <Box minW="0">
      {series.length > 1 && <Legend isOfLines={drawing.kind === 'line'} series={series} />}
      <Box h={`${height}px`}>
        <Suspense fallback={<ChartSkeleton columns={Math.min(points.length, 12)} />}>
          <ChartDrawing
            {...drawing}
            axis={axis}
            height={height}
            points={points}
            series={series.map(({ color, ...entry }) => ({ ...entry, ...seriesStyles[color].drawn }))}
          />
        </Suspense>
      </Box>
      {axis.start > 0 && (
        <Text textStyle="xs" color="fg.muted" mt="1">
          {describeStart(drawing.formatTick(axis.start))}
        </Text>
      )}
    </Box>
  );
}

function Legend({ isOfLines, series }: { isOfLines: boolean; series: readonly ChartSeries[] }) {
  return (
    <HStack as="ul" gap="4" wrap="wrap" mb="3" listStyleType="none" textStyle="xs" color="fg.muted">
      {series.map(({ key, label, color }) => (
        <HStack as="li" key={key} gap="2">
          <Box
            aria-hidden
            css={[{ printColorAdjust: 'exact' }, seriesStyles[color].swatch]}
            {...(isOfLines ? { w: '4', h: '1', borderRadius: 'full' } : { boxSize: '2.5', borderRadius: '2px' })}
          />
          {label}
        </HStack>
      ))}
    </HStack>
  );
}

/** Columns of the shape of what comes; that it is loading is no news for screen readers. */
function ChartSkeleton({ columns }: { columns: number }) {
  return (
    <Flex aria-hidden h="full" pb="7" ps="10" gap="3" align="flex-end">
      {Array.from({ length: Math.max(columns, 1) }, (_, index) => (
        <Skeleton key={index} flex="1" h={`${40 + ((index * 37) % 50)}%`} borderRadius="sm" />
      ))}
    </Flex>
  );
}
