import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { ButtonLink, Card, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { branchKeys, getFamilyAccount } from '../data/branches.ts';
import { branchHome, formatBalance } from '../screens/shared/branchHome.ts';

/** On a student's page: what the family owes at other branches; nothing where it has no child there. */
export function StudentCard({ studentId }: { studentId: string }) {
  const { data } = useQuery(branchKeys.account(studentId), (db) => getFamilyAccount(db, studentId));
  if (!data || data.branches.length === 0) return null;
  return (
    <Card.Root as="section" aria-label={t`Family at other branches`}>
      <Card.Body>
        <Stack gap="3">
          <HStack justify="space-between" wrap="wrap" gap="3">
            <Heading as="h2" size="md">
              <Trans>Family at other branches</Trans>
            </Heading>
            <ButtonLink to={`${branchHome}/desk`} size="xs" variant="outline">
              <Trans>Take fees</Trans>
            </ButtonLink>
          </HStack>
          {data.branches.map(({ id, name, balance }) => (
            <HStack key={id} justify="space-between" gap="4">
              <Text color="fg.muted">{name}</Text>
              <Text>{formatBalance(balance)}</Text>
            </HStack>
          ))}
          <HStack justify="space-between" gap="4" fontWeight="600">
            <Text>{t`Balance of the family`}</Text>
            <Text>{formatBalance(data.balance)}</Text>
          </HStack>
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
