import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { ButtonLink, Card, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { cbseKeys, listFamilyCards } from '../data/cbse.ts';
import { cbseHome } from '../screens/shared/cbseHome.ts';
import { gradedText } from '../screens/shared/cardTexts.ts';

/** On a family's home screen: each child's latest published results; nothing while there are none. */
export function FamilyCard() {
  const { data } = useQuery(cbseKeys.family(), listFamilyCards);
  if (!data || data.length === 0) return null;
  const latest = new Map(data.toReversed().flatMap((cards) => cards.cards.map((card) => [card.student.id, { cards, card }] as const)));
  return (
    <Card.Root as="section" aria-label={t`CBSE results`}>
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md">
            <Trans>CBSE results</Trans>
          </Heading>
          <ButtonLink to={`${cbseHome}/cards`} size="sm" variant="outline">
            <Trans>See all</Trans>
          </ButtonLink>
        </HStack>
      </Card.Header>
      <Card.Body py="4" px={{ base: '4', md: '5' }}>
        <Stack gap="3">
          {[...latest.values()].map(({ cards, card }) => (
            <Stack key={card.student.id} gap="0">
              <Text fontWeight="600">
                {card.student.name}, {cards.parts.at(-1)?.name}
              </Text>
              <Text color="fg.muted">
                {card.subjects
                  .map(({ name, parts }) => `${name} ${gradedText(parts.at(-1)?.result ?? null, parts.at(-1)?.grade ?? null)}`)
                  .join(' · ')}
              </Text>
            </Stack>
          ))}
        </Stack>
      </Card.Body>
    </Card.Root>
  );
}
