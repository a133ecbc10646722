import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { Card, Heading, SkeletonText, Text } from '@masomo/design-system';
import { cbseKeys, getLatestCard } from '../data/cbse.ts';
import { CardView } from '../screens/shared/CardView.tsx';

/** On a student's page: the results of the latest year in which their class was examined. */
export function StudentCard({ studentId }: { studentId: string }) {
  const { data: cards, error } = useQuery(cbseKeys.ofStudent(studentId), (db) => getLatestCard(db, studentId), { live: ['cbse_marks'] });
  if (cards === null) return null;
  const card = cards?.cards[0];
  return (
    <Card.Root as="section" aria-label={t`CBSE results`}>
      <Card.Header>
        <Heading as="h2" size="md">
          <Trans>CBSE results</Trans>
        </Heading>
      </Card.Header>
      <Card.Body>
        {cards && card ? (
          <CardView cards={cards} card={card} />
        ) : error ? (
          <Text color="fg.muted">{error.userMessage}</Text>
        ) : (
          <SkeletonText noOfLines={3} />
        )}
      </Card.Body>
    </Card.Root>
  );
}
