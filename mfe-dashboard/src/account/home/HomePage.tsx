import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Allowed, useIdentity, useSession, type SessionUser } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { getDashboardSummary, overviewKeys, type Stat } from '@masomo/data/platform/overview';
import { roleLabels } from '@masomo/domain/roles';
import { AppLink, ErrorState, Grid, HStack, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { PageHeader, StatCard } from '@masomo/design-system/admin';
import { inOrder, opening } from '../../shared/inOrder.ts';
import { Activities } from './Activities.tsx';
import { StudentsSection } from './students/StudentsSection.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { QuickActions } from './QuickActions.tsx';
import { PlanNotices } from './PlanNotices.tsx';
import { SubscriptionNotice } from './SubscriptionNotice.tsx';
import { TodayCard } from './TodayCard.tsx';
import { formatStat, statHint, statLink, statLabels, welcomeTexts } from './homeLabels.ts';
import { translate } from '@masomo/i18n';
import { Slot } from '@masomo/remote/Slot';

const nothing = {};
const statColumns = { base: 2, xl: 4 };

export function HomePage() {
  const { user } = useSession();
  const { data: identity } = useIdentity();
  const { data: summary, error, reload } = useQuery(user ? overviewKeys.summary(user.id) : null, getDashboardSummary);
  if (!user) return null;
  const school = identity?.schoolName ? ` · ${identity.schoolName}` : '';
  return (
    <>
      <PageHeader
        title={t`Welcome, ${identity?.firstName || translate(roleLabels[user.role])}`}
        description={
          <>
            {welcomeTexts[user.role]} {user.email}
            {school}
            {user.schoolId && (
              <Text textStyle="xs">
                <Trans>School ID {user.schoolId}</Trans>
              </Text>
            )}
          </>
        }
      />
      <Stack gap="8" css={inOrder}>
        {error && !summary ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <>
            <SubscriptionNotice subscription={summary?.subscription} />
            <PlanNotices summary={summary} />
            <FirstSteps setup={summary?.setup} />
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
            <Allowed to="own-students:read">
              <StudentsSection userId={user.id} />
            </Allowed>
            <Grid templateColumns={{ base: '1fr', xl: '1.4fr 1fr' }} gap="6" alignItems="start" css={{ xlDown: inOrder }}>
              <Stack gap="6" minW="0" css={inOrder}>
                <TodayCard userId={user.id} />
                <Activities activities={summary?.activities} />
                <Slot name="home/cards" context={nothing} />
              </Stack>
              <QuickActions user={user} />
            </Grid>
          </>
        )}
      </Stack>
    </>
  );
}

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
