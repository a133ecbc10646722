import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Activity } from '@masomo/data/platform/overview';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Box, Card, EmptyState, Heading, List, SkeletonText, Text } from '@masomo/design-system';

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function Activities({ activities }: { activities: Activity[] | undefined }) {
  return (
    <Card.Root as="section" aria-labelledby="activities">
      <Card.Header pt="4" px={{ base: '4', md: '5' }}>
        <Heading as="h2" id="activities" size="md">
          <Trans>Recent activity</Trans>
        </Heading>
      </Card.Header>
      <Card.Body pb="4" px={{ base: '4', md: '5' }}>
        {!activities && <SkeletonText noOfLines={6} gap="4" />}
        {activities?.length === 0 && (
          <EmptyState title={t`No activity yet`}>
            <Trans>Activity appears here.</Trans>
          </EmptyState>
        )}
        {activities && activities.length > 0 && (
          <List.Root listStyle="none" ps="0" gap="4">
            {activities.map((activity) => (
              <List.Item key={activity.kind + activity.at + activity.title}>
                <AppLink to={activity.link} fontWeight="600">
                  {capitalized(activity.title)}
                </AppLink>
                {activity.text && (
                  <Text fontSize="sm" color="fg.muted">
                    {activity.text}
                  </Text>
                )}
                <Box fontSize="xs" color="fg.muted">
                  <time dateTime={activity.at}>{formatDateTime(activity.at)}</time>
                </Box>
              </List.Item>
            ))}
          </List.Root>
        )}
      </Card.Body>
    </Card.Root>
  );
}
