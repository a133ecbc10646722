import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { listSignIns, signInKeys } from '@masomo/data/accounts/signIns';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Badge, Box, Card, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { deviceLabel } from '@masomo/remote/deviceLabel';
import { RecordList } from '@masomo/remote/RecordList';

/** The person's own sign-ins of twelve months, so that a stranger's is noticed. */
export function SignInsCard({ userId }: { userId: string }) {
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
        <RecordList
          label={t`Sign-ins`}
          columns={[]}
          layout={{
            pending: <SkeletonText noOfLines={3} gap="3" />,
            rows: (signIns) => (
              <Stack as="ul" listStyleType="none" ps="0" gap="3">
                {signIns.map((signIn) => (
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
            ),
          }}
          sort={{ column: 'signed_in_at', descending: true }}
          pageSize={10}
          keyOf={(filter) => signInKeys.list(userId, filter)}
          query={listSignIns}
          empty={{ title: t`No sign-ins yet`, text: t`Your next sign-in is listed here.` }}
        />
      </Card.Body>
    </Card.Root>
  );
}
