import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { analyticsKeys, getStoreAnalytics } from '@masomo/data/store/storeAnalytics';
import type { AnalyticsPeriod } from '@masomo/domain/storeAnalytics';
import { Box, Center, ErrorState, HStack, SimpleGrid, Spinner, Stack } from '@masomo/design-system';
import { PageHeader, StatCard, Toolbar } from '@masomo/design-system/admin';
import { SelectField } from '@masomo/design-system/forms';
import { AddonPerformance } from './AddonPerformance.tsx';
import { Definition } from './Definition.tsx';
import { ExportReport } from './ExportReport.tsx';
import { figureChange, figureDefinitions, formatPreviousFigure, formatFigure } from './figures.ts';
import { RevenueTrends } from './RevenueTrends.tsx';
import { CustomerSegments } from './CustomerSegments.tsx';
import { PerformanceMetrics } from './PerformanceMetrics.tsx';
import { TopAddons } from './TopAddons.tsx';

const periods: { value: AnalyticsPeriod; label: string }[] = [
  { value: '7d', label: t`Last 7 days` },
  { value: '30d', label: t`Last 30 days` },
  { value: '90d', label: t`Last 90 days` },
  { value: '1y', label: t`Last year` },
];
const headlineFigures = ['revenue', 'addons_sold', 'customers', 'conversion'] as const;

/** Sales figures of a period compared with the previous one. */
export function AnalyticsPage() {
  const [period, setPeriod] = useState<AnalyticsPeriod>('30d');
  const { data, error, reload } = useQuery(analyticsKeys.of(period), (db) => getStoreAnalytics(db, period));
  return (
    <>
      <PageHeader
        title={t`Store Analytics`}
        description={t`Track store performance and insights`}
        actions={
          <HStack wrap="wrap">
            <ExportReport data={data} period={period} />
          </HStack>
        }
      />
      <Toolbar>
        <Box w="56">
          <SelectField
            label={t`Period`}
            options={periods}
            value={period}
            onChange={(event) => setPeriod(periods.find(({ value }) => value === event.currentTarget.value)?.value ?? '30d')}
          />
        </Box>
      </Toolbar>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !data && (
        <Center py="24">
          <Spinner aria-label={t`Loading`} />
        </Center>
      )}
      {!error && data && (
        <Stack gap="6">
          <SimpleGrid columns={{ base: 2, xl: 4 }} gap="4">
            {headlineFigures.map((name) => (
              <StatCard
                key={name}
                label={figureDefinitions[name].label}
                value={formatFigure(name, data.figures[name])}
                change={figureChange(name, data.figures[name])}
                hint={
                  <HStack justify="space-between" gap="1">
                    {formatPreviousFigure(name, data.figures[name])}
                    <Definition of={figureDefinitions[name].label}>{figureDefinitions[name].definition}</Definition>
                  </HStack>
                }
              />
            ))}
          </SimpleGrid>
          <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
            <RevenueTrends months={data.months} />
            <TopAddons addons={data.addons} />
          </SimpleGrid>
          <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
            <CustomerSegments segments={data.segments} />
            <PerformanceMetrics figures={data.figures} />
          </SimpleGrid>
          <AddonPerformance addons={data.addons} />
        </Stack>
      )}
    </>
  );
}
