import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Notice } from '@masomo/data/platform/homeParts';
import { formatDateTime } from '@masomo/domain/time';
import { Stack, Text } from '@masomo/design-system';
import { HomeCard } from './HomeCard.tsx';

type NoticesCardProps = { notices: readonly Notice[]; /** Where all of them are. */ to: string };

/** What the school announced last. */
export function NoticesCard({ notices, to }: NoticesCardProps) {
  return (
    <HomeCard id="notices" title={<Trans>Notices</Trans>} link={{ to, label: t`All notices` }}>
      {notices.length === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          <Trans>No notices yet. What the school announces to you appears here.</Trans>
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="3">
          {notices.map(({ id, title, text, author, at }) => (
            <li key={id}>
              <Text textStyle="sm" fontWeight="550">
                {title}
              </Text>
              <Text textStyle="sm" color="fg.muted" lineClamp="2">
                {text}
              </Text>
              <Text textStyle="xs" color="fg.muted">
                {author} · <time dateTime={at}>{formatDateTime(at)}</time>
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </HomeCard>
  );
}
