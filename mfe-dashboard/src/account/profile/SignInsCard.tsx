import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { listSignIns, signInKeys } from '@masomo/data/accounts/signIns';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Badge, Box, Card, EmptyState, ErrorState, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { Pagination } from '@masomo/design-system/tables';
import { deviceLabel } from '@masomo/remote/deviceLabel';

const pageSize = 10;

/** The person's own sign-ins of twelve months, so that a stranger's is noticed. */
export function SignInsCard({ userId }: { userId: string }) {
  const [page, setPage] = useState(0);
  const filter = { search: '', sort: { column: 'signed_in_at', descending: true }, page, pageSize };
  const {
    data: signIns,
    error,
    reload,
  } = useQuery(signInKeys.list(userId, filter), (db) => listSignIns(db, filter), { keepPreviousData: true });
  return (
    <Card.Root as="section" aria-labelledby="sign-ins">
      <Card.Header>
        <Heading as="h2" size="md" id="sign-ins">
          <Trans>Sign-ins</Trans>
        </Heading>
        <Card.Description>
          <Trans>From the last 12 months. Change your password if you do not recognise one.</Trans>
        </Card.Description>
      </Card.Header>
      <Card.Body>
        {error && !signIns && <ErrorState error={error} onRetry={reload} />}
        {!error && !signIns && <SkeletonText noOfLines={3} gap="3" />}
        {signIns?.total === 0 && (
          <EmptyState title={t`No sign-ins yet`}>
            <Trans>Your next sign-in is listed here.</Trans>
          </EmptyState>
        )}
        {signIns && signIns.total > 0 && (
          <>
            <Stack as="ul" listStyleType="none" ps="0" gap="3">
              {signIns.rows.map((signIn) => (
                <Box as="li" key={signIn.id}>
                  <HStack gap="2" wrap="wrap">
                    <Text fontWeight="600">{deviceLabel(signIn.device)}</Text>
                    {signIn.hasSecondStep && (
                      <Badge>
                        <Trans>With a code</Trans>
                      </Badge>
                    )}
                  </HStack>
                  <Text fontSize="sm" color="fg.muted" overflowWrap="anywhere">
                    {signIn.address
                      ? t`${formatDateTimeWithSeconds(signIn.signedInAt)}, from ${signIn.address}`
                      : formatDateTimeWithSeconds(signIn.signedInAt)}
                  </Text>
                  <Text fontSize="sm" color="fg.muted">
                    {signIn.endedAt ? t`Ended ${formatDateTimeWithSeconds(signIn.endedAt)}` : t`Still signed in`}
                  </Text>
                </Box>
              ))}
            </Stack>
            {signIns.total > pageSize && <Pagination page={page} pageSize={pageSize} total={signIns.total} onPageChange={setPage} />}
          </>
        )}
      </Card.Body>
    </Card.Root>
  );
}
