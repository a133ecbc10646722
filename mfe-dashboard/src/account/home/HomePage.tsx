import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { sessionStore, useIsAllowed, useSession, type SessionUser } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getDashboardSummary, overviewKeys, type DashboardSummary, type Stat } from '@masomo/data/platform/overview';
import { AppLink, ErrorState, HStack, SimpleGrid, Skeleton, Stack } from '@masomo/design-system';
import { StatCard } from '@masomo/design-system/admin';
import { inOrder, opening } from '../../shared/inOrder.ts';
import { Activities } from './Activities.tsx';
import { FamilyArea } from './FamilyArea.tsx';
import { HomeHeader } from './HomeHeader.tsx';
import { PlanNotices } from './PlanNotices.tsx';
import { PaymentsCard } from './school/PaymentsCard.tsx';
import { SchoolHome } from './school/SchoolHome.tsx';
import { SubscriptionNotice } from './SubscriptionNotice.tsx';
import { formatStat, statHint, statLink, statLabels } from './homeLabels.ts';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { Slot } from '@masomo/remote/Slot';

// Only a new school has them.
const FirstSteps = lazyScreen(async () => (await import('./FirstSteps.tsx')).FirstSteps);
// Only the home of the person's own role is loaded.
const TeacherHome = lazyScreen(async () => (await import('./teacher/TeacherHome.tsx')).TeacherHome);
const OfficeHome = lazyScreen(async () => (await import('./office/OfficeHome.tsx')).OfficeHome);
const PlatformHome = lazyScreen(async () => (await import('./platform/PlatformHome.tsx')).PlatformHome);
const homesByRole: Partial<Record<string, () => Promise<unknown>>> = {
  teacher: TeacherHome.preload,
  staff: OfficeHome.preload,
  super_admin: PlatformHome.preload,
};
/** Loads what only this person's role has on its home. What fails is loaded again, and reported, when it is rendered. */
export const preloadOwnHome = async () => homesByRole[sessionStore.get().user?.role ?? '']?.().catch(() => undefined);

const nothing = {};
/** What a person who runs a school sees arrive, and what teachers and the office do. */
const [schoolLive, staffLive] = [['fee_payments', 'attendance'] as const, ['attendance', 'announcements'] as const];
/** A part without another beside it has the whole width. */
const filled = { '& > :empty': { display: 'none' }, '& > :only-child, & > :empty + *': { gridColumn: '1 / -1' } } as const;
const statColumns = { base: 2, xl: 4 };

export function HomePage() {
  const { user } = useSession();
  const runsSchool = useIsAllowed('school:run');
  const worksAtSchool = useIsAllowed('attendance:take');
  const {
    data: summary,
    error,
    reload,
  } = useQuery(
    user ? overviewKeys.summary(user.id) : null,
    getDashboardSummary,
    runsSchool ? { live: schoolLive } : worksAtSchool ? { live: staffLive } : {},
  );
  if (!user) return null;
  return (
    <>
      <HomeHeader
        user={user}
        day={summary?.home ?? summary?.office ?? summary?.teaching ?? summary?.family}
        isPending={!summary && !error}
      />
      <Stack gap="4" css={inOrder}>
        {error && !summary ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <>
            <SubscriptionNotice subscription={summary?.subscription} />
            <PlanNotices summary={summary} />
            {summary?.setup && (
              <Suspense fallback={<Skeleton h="64" />}>
                <FirstSteps setup={summary.setup} />
              </Suspense>
            )}
            {summary ? (
              <SimpleGrid key="stats" columns={statColumns} gap="4">
                {summary.stats.map((stat) => (
                  <StatCard
                    key={stat.key}
                    label={statLabels[stat.key] ?? stat.key}
                    value={formatStat(stat)}
                    hint={<Hint stat={stat} user={user} />}
                  />
                ))}
              </SimpleGrid>
            ) : (
              <SimpleGrid key="pending" columns={statColumns} gap="4" {...opening}>
                {['a', 'b', 'c', 'd'].map((key) => (
                  <StatCard key={key} label={t`Loading`} value="" isLoading />
                ))}
              </SimpleGrid>
            )}
            {summary?.family && <FamilyArea home={summary.family} />}
            {summary?.home && <SchoolHome home={summary.home} />}
            {summary && (
              <Suspense fallback={<Skeleton h="96" {...opening} />}>
                {summary.platform && <PlatformHome home={summary.platform} />}
                {summary.office && <OfficeHome home={summary.office} />}
                {summary.teaching && <TeacherHome home={summary.teaching} />}
              </Suspense>
            )}
            <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start" css={{ ...inOrder, ...filled }}>
              {summary?.home?.payments && <PaymentsCard payments={summary.home.payments} />}
              {!runsSchool && (
                <Stack gap="4" minW="0" css={inOrder}>
                  <Slot name="home/cards" context={nothing} />
                </Stack>
              )}
              {hasActivities(summary) && <Activities activities={activitiesOf(summary)} />}
            </SimpleGrid>
            {runsSchool && (
              <SimpleGrid templateColumns="repeat(auto-fit, minmax(min(100%, 16rem), 1fr))" gap="4">
                <Slot name="home/cards" context={nothing} />
              </SimpleGrid>
            )}
          </>
        )}
      </Stack>
    </>
  );
}

/** What has a card of its own on the home is not listed again. */
function activitiesOf(summary: DashboardSummary | undefined) {
  const shown = [
    summary?.home?.payments && 'payment',
    summary?.office?.records && 'record',
    (summary?.teaching ?? summary?.family ?? summary?.office) && 'announcement',
  ];
  return summary?.activities.filter(({ kind }) => !shown.includes(kind));
}

/** Without a card of activities where each has a card of its own. */
const hasActivities = (summary: DashboardSummary | undefined) =>
  !summary || summary.activities.length === 0 || activitiesOf(summary)?.length !== 0;

function Hint({ stat, user }: { stat: Stat; user: SessionUser }) {
  const [hint, link] = [statHint(stat, user.role), statLink(stat, user)];
  return (
    <HStack as="span" gap="3" minH="6" wrap="wrap">
      {hint && <span>{hint}</span>}
      {link && (
        <AppLink to={link.to} color="accent.fg" minH="6" display="inline-flex" alignItems="center">
          {link.label}
        </AppLink>
      )}
    </HStack>
  );
}
