import { t } from '@lingui/core/macro';
import { useQuery } from '@masomo/data';
import { Card, EmptyState, ErrorState, Heading, SkeletonText, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { cbseKeys, listFamilyCards } from '../../data/cbse.ts';
import { CardView } from '../shared/CardView.tsx';

/** What the school has published of the caller's own or of their children's results. */
export function CardsPage() {
  const { data, error, reload } = useQuery(cbseKeys.family(), listFamilyCards);
  return (
    <>
      <PageHeader title={t`CBSE results`} description={t`Results that the school has published, the latest first.`} />
      {error && !data ? (
        <ErrorState error={error} onRetry={reload} />
      ) : !data ? (
        <SkeletonText noOfLines={8} gap="4" aria-busy aria-label={t`Loading`} />
      ) : data.length === 0 ? (
        <EmptyState title={t`No results yet`}>{t`You are notified when the school publishes them.`}</EmptyState>
      ) : (
        <Stack gap="5">
          {data.flatMap((cards) =>
            cards.cards.map((card) => (
              <Card.Root key={`${card.student.id} ${cards.year}`} as="section" aria-label={`${card.student.name}, ${cards.year}`}>
                <Card.Header>
                  <Heading as="h2" size="md">
                    {card.student.name}
                  </Heading>
                  <Text color="fg.muted">
                    {cards.class_name}, {cards.year}
                  </Text>
                </Card.Header>
                <Card.Body>
                  <CardView cards={cards} card={card} />
                </Card.Body>
              </Card.Root>
            )),
          )}
        </Stack>
      )}
    </>
  );
}
