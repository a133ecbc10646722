import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PlatformHome } from '@masomo/data/platform/platformHome';
import { formatDate, formatDayAndMonth } from '@masomo/domain/time';
import { AppLink, HStack, Stack, Text } from '@masomo/design-system';
import { HomeCard } from '../HomeCard.tsx';

/** Subscriptions that end soon and that nothing follows. */
export function EndingCard({ ending }: Pick<PlatformHome, 'ending'>) {
  return (
    <HomeCard
      id="ending"
      title={<Trans>Subscriptions ending soon</Trans>}
      link={{ to: '/dashboard/subscriptions', label: t`View subscriptions` }}
    >
      {ending.length === 0 && (
        <Text color="fg.muted" textStyle="sm">
          <Trans>No subscription ends in the next 30 days without another after it.</Trans>
        </Text>
      )}
      <Stack as="ul" listStyleType="none" gap="0">
        {ending.map(({ school_id: id, school, plan, is_trial: isTrial, ends_on: day }) => (
          <SchoolLine key={id} id={id} name={school} figure={formatDayAndMonth(day)}>
            {isTrial ? t`Trial` : plan}
          </SchoolLine>
        ))}
      </Stack>
    </HomeCard>
  );
}

/** Schools in which nobody has signed in for two weeks. */
export function QuietCard({ quiet }: Pick<PlatformHome, 'quiet'>) {
  return (
    <HomeCard id="quiet" title={<Trans>Schools that went quiet</Trans>} link={{ to: '/dashboard/schools', label: t`View schools` }}>
      {quiet.length === 0 && (
        <Text color="fg.muted" textStyle="sm">
          <Trans>Every school older than two weeks had a sign-in in the last two weeks.</Trans>
        </Text>
      )}
      <Stack as="ul" listStyleType="none" gap="0">
        {quiet.map(({ id, name, last }) => (
          <SchoolLine key={id} id={id} name={name} figure={last ? formatDate(last) : t`never`}>
            {t`Last sign-in`}
          </SchoolLine>
        ))}
      </Stack>
    </HomeCard>
  );
}

function SchoolLine({ id, name, figure, children }: { id: string; name: string; figure: string; children: ReactNode }) {
  return (
    <HStack as="li" gap="3" minH="10" py="1" textStyle="sm" css={{ '&:not(:last-child)': { borderBottomWidth: '1px' } }}>
      <AppLink to={`/dashboard/schools/${id}`} fontWeight="500" flex="1" minW="0" overflowWrap="anywhere">
        {name}
      </AppLink>
      <Text color="fg.muted" textStyle="xs" flexShrink="0">
        {children}
      </Text>
      <Text flexShrink="0" fontVariantNumeric="tabular-nums">
        {figure}
      </Text>
    </HStack>
  );
}
