import { Suspense } from 'react';
import type { FamilyHome as Home } from '@masomo/data/platform/familyHome';
import { Grid, SimpleGrid, Skeleton, Stack } from '@masomo/design-system';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { NoticesCard } from '../NoticesCard.tsx';
import { useMinute } from '../useMinute.ts';
import { ChildCard } from './ChildCard.tsx';
import { DocumentsCard } from './DocumentsCard.tsx';
import { OwnLessonsCard } from './OwnLessonsCard.tsx';
import { TermDatesCard } from './TermDatesCard.tsx';
import { WorkDueCard } from './WorkDueCard.tsx';

// After the first paint, which the lists do not wait for either.
const ResultsChart = lazyScreen(async () => (await import('./ResultsChart.tsx')).ResultsChart);

type FamilyHomeProps = {
  home: Home;
  /** Shows all about a student below, at a part of it. */
  onOpen: (studentId: string, part: 'own-student' | 'work' | 'consents') => void;
};

/** A parent's children, or a student's own day; then what the school says to both. */
export function FamilyHome({ home, onOpen }: FamilyHomeProps) {
  const minute = useMinute();
  const { own, today } = home;
  const self = own && home.children[0];
  return (
    <Stack gap="4">
      {self ? (
        <>
          <OwnLessonsCard home={home} own={own} minute={minute} />
          <Grid templateColumns={{ base: '1fr', lg: '1fr 1.4fr' }} gap="4" alignItems="start">
            <WorkDueCard work={self.work} today={today} onOpen={() => onOpen(self.id, 'work')} />
            <Suspense fallback={<Skeleton h="80" />}>
              <ResultsChart results={own.results} />
            </Suspense>
          </Grid>
        </>
      ) : (
        <SimpleGrid columns={{ base: 1, lg: home.children.length > 1 ? 2 : 1 }} gap="4" alignItems="start">
          {home.children.map((child) => (
            <ChildCard key={child.id} child={child} home={home} onOpen={(part) => onOpen(child.id, part)} />
          ))}
        </SimpleGrid>
      )}
      <Grid templateColumns={{ base: '1fr', lg: '1.6fr 1fr' }} gap="4" alignItems="start">
        <NoticesCard notices={home.notices} to="/dashboard/notifications" />
        <Stack gap="4" minW="0">
          <DocumentsCard documents={home.documents} />
          <TermDatesCard terms={home.terms} today={today} />
        </Stack>
      </Grid>
    </Stack>
  );
}
