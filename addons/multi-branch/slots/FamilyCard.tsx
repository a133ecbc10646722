import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { Card, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { branchKeys, getFamilyBranches } from '../data/branches.ts';
import { formatBalance } from '../screens/shared/branchHome.ts';

/** On a family's home screen: one balance and its parts, where it has children at several branches. */
export function FamilyCard() {
  const { data } = useQuery(branchKeys.family(), getFamilyBranches);
  if (!data || data.parts.length < 2) return null;
  return (
    <Card.Root as="section" aria-label={t`School fees of all branches`}>
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md">
            <Trans>School fees of all branches</Trans>
          </Heading>
          <Text fontWeight="700">{formatBalance(data.balance)}</Text>
        </HStack>
      </Card.Header>
      <Card.Body py="4" px={{ base: '4', md: '5' }}>
        <Stack gap="3">
          {data.parts.map((part) => (
            <HStack key={part.id} justify="space-between" gap="4">
              <Stack gap="0">
                <Text fontWeight="600">{part.name}</Text>
                <Text fontSize="sm" color="fg.muted">
                  {part.children.join(', ')}
                </Text>
              </Stack>
              <Text whiteSpace="nowrap">{formatBalance(part.balance)}</Text>
            </HStack>
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
