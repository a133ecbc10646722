import { Suspense } from 'react';
import type { SchoolHome as Home } from '@masomo/data/platform/schoolHome';
import { Grid, SimpleGrid, Skeleton, Stack } from '@masomo/design-system';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { AttentionCard } from './AttentionCard.tsx';
import { NextDaysCard } from './NextDaysCard.tsx';
import { RegistersCard } from '../RegistersCard.tsx';

// After the first paint, which the lists do not wait for either.
const TermCharts = lazyScreen(async () => (await import('./TermCharts.tsx')).TermCharts);

/** What a person who runs a school reads first: what waits for them, the day, and how the term goes. */
export function SchoolHome({ home }: { home: Home }) {
  return (
    <Stack gap="4">
      <Grid templateColumns={{ base: '1fr', lg: '1.6fr 1fr' }} gap="4">
        <AttentionCard attention={home.attention} today={home.today} />
        <NextDaysCard days={home.next_days} today={home.today} />
      </Grid>
      {home.registers && <RegistersCard registers={home.registers} home={home} />}
      {(home.fees ?? home.attendance) && (
        <Suspense
          fallback={
            <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
              {home.fees && <Skeleton h="80" />}
              {home.attendance && <Skeleton h="80" />}
            </SimpleGrid>
          }
        >
          <TermCharts fees={home.fees} attendance={home.attendance} />
        </Suspense>
      )}
    </Stack>
  );
}
