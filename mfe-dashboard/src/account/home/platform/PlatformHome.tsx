import { Suspense } from 'react';
import type { PlatformHome as Home } from '@masomo/data/platform/platformHome';
import { Grid, Skeleton, Stack } from '@masomo/design-system';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { PlatformAttention } from './PlatformAttention.tsx';
import { EndingCard, QuietCard } from './SchoolLists.tsx';
import { TrialsCard } from './TrialsCard.tsx';

// After the first paint, which the lists do not wait for either.
const RevenueChart = lazyScreen(async () => (await import('./RevenueChart.tsx')).RevenueChart);

/** What fails or waits on the platform, how the store earns, and which schools may be lost. */
export function PlatformHome({ home }: { home: Home }) {
  return (
    <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap="4">
      <Stack gap="4" minW="0">
        <PlatformAttention attention={home.attention} />
        <EndingCard ending={home.ending} />
        <QuietCard quiet={home.quiet} />
      </Stack>
      <Stack gap="4" minW="0">
        <Suspense fallback={<Skeleton h="80" />}>
          <RevenueChart revenue={home.revenue} />
        </Suspense>
        <TrialsCard trials={home.trials} />
      </Stack>
    </Grid>
  );
}
