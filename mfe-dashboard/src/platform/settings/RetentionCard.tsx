import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { listPurgeRuns, listRetentionRules, retentionKeys, type RetentionRule } from '@masomo/data/platform/retention';
import { formatDate } from '@masomo/domain/time';
import { Button, Card, ErrorState, Flex, Heading, SkeletonText, Stack, Text } from '@masomo/design-system';
import { RetentionDialog } from './RetentionDialog.tsx';

/** How long each kind of data is kept, and what the jobs deleted lately because of it. */
export function RetentionCard() {
  const rules = useQuery(retentionKeys.rules(), (db) => listRetentionRules(db));
  const runs = useQuery(retentionKeys.runs(), listPurgeRuns);
  const [edited, setEdited] = useState<RetentionRule>();
  const error = rules.error ?? runs.error;
  const isReady = rules.data !== undefined && runs.data !== undefined;
  return (
    <Card.Root as="section" aria-labelledby="retention">
      <Card.Header>
        <Heading as="h2" size="md" id="retention">
          <Trans>Automatic deletion</Trans>
        </Heading>
        <Card.Description>
          <Trans>Records past their retention period are deleted every night. The periods appear in the privacy policy.</Trans>
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
        {isReady && (
          <Stack as="ul" listStyleType="none" ps="0" gap="2" mb="6">
            {rules.data?.map((rule) => (
              <Flex as="li" key={rule.key} justify="space-between" align="center" gap="3">
                <Text fontSize="sm">
                  <span lang={rule.lang}>{rule.data}</span>
                  <Text as="span" display="block" color="fg.muted">
                    {plural(rule.months, { one: '# month', other: '# months' })}
                  </Text>
                </Text>
                <Button
                  size="xs"
                  variant="outline"
                  flexShrink="0"
                  aria-label={t`Change the retention period of ${rule.data}`}
                  onClick={() => setEdited(rule)}
                >
                  <Trans>Change</Trans>
                </Button>
              </Flex>
            ))}
          </Stack>
        )}
        {isReady && (
          <Heading as="h3" size="sm" mb="2">
            <Trans>Recently deleted</Trans>
          </Heading>
        )}
        {isReady && runs.data?.length === 0 && (
          <Text color="fg.muted">
            <Trans>Nothing has reached the end of its retention period yet.</Trans>
          </Text>
        )}
        {isReady && (
          <Stack as="ul" listStyleType="none" ps="0" gap="3">
            {runs.data?.map(({ day, rule, purged }) => {
              const found = rules.data?.find(({ key }) => key === rule);
              return (
                <Text as="li" key={`${day} ${rule}`} fontSize="sm">
                  <strong>{formatDate(day)}</strong> {plural(purged, { one: '# record', other: '# records' })}:{' '}
                  <span lang={found?.lang}>{found?.data ?? rule}</span>
                </Text>
              );
            })}
          </Stack>
        )}
      </Card.Body>
      {edited && <RetentionDialog rule={edited} onClose={() => setEdited(undefined)} />}
    </Card.Root>
  );
}
