import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { listPurgeRuns, listRetentionRules, retentionKeys } from '@masomo/data/platform/retention';
import { formatDate } from '@masomo/domain/time';
import { Card, ErrorState, Heading, SkeletonText, Stack, Text } from '@masomo/design-system';

/** What the jobs deleted lately because it is kept no longer. */
export function RetentionCard() {
  const rules = useQuery(retentionKeys.rules(), (db) => listRetentionRules(db));
  const runs = useQuery(retentionKeys.runs(), listPurgeRuns);
  const error = rules.error ?? runs.error;
  const isReady = rules.data !== undefined && runs.data !== undefined;
  return (
    <Card.Root as="section" aria-labelledby="retention">
      <Card.Header>
        <Heading as="h2" size="md" id="retention">
          <Trans>Deleted after its period</Trans>
        </Heading>
        <Card.Description>
          <Trans>Every night the product deletes what is kept no longer. The periods are printed in the privacy policy.</Trans>
        </Card.Description>
      </Card.Header>
      <Card.Body>
        {error && !isReady && (
          <ErrorState
            error={error}
            onRetry={() => {
              void rules.reload();
              void runs.reload();
            }}
          />
        )}
        {!error && !isReady && <SkeletonText noOfLines={3} gap="3" />}
        {isReady && runs.data?.length === 0 && (
          <Text color="fg.muted">
            <Trans>Nothing has reached the end of its period yet.</Trans>
          </Text>
        )}
        {isReady && (
          <Stack as="ul" listStyleType="none" ps="0" gap="3">
            {runs.data?.map(({ day, rule, purged }) => {
              const found = rules.data?.find(({ key }) => key === rule);
              return (
                <Text as="li" key={`${day} ${rule}`} fontSize="sm">
                  <strong>{formatDate(day)}</strong> {plural(purged, { one: '# row', other: '# rows' })}:{' '}
                  <span lang={found?.lang}>{found?.data ?? rule}</span>
                </Text>
              );
            })}
          </Stack>
        )}
      </Card.Body>
    </Card.Root>
  );
}
