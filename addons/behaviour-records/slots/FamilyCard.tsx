import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { behaviourKeys, listBehaviour } from '../data/behaviour.ts';
import { ButtonLink, Card, Heading, HStack } from '@masomo/design-system';
import { behaviourHome } from '../screens/shared/behaviourHome.ts';
import { EntryLines } from '../screens/shared/EntryLines.tsx';

const latest = { search: '', sort: { column: 'happened_on', descending: true }, page: 0, pageSize: 3, kind: '' as const, classId: '' };

/** On a family's home screen: the latest that the school shared; nothing while there is nothing. */
export function FamilyCard() {
  const { data } = useQuery(behaviourKeys.entries({ shared: 'latest' }), (db) => listBehaviour(db, latest));
  if (!data || data.total === 0) return null;
  return (
    <Card.Root as="section" aria-label={t`Behaviour`}>
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md">
            <Trans>Behaviour</Trans>
          </Heading>
          <ButtonLink to={`${behaviourHome}/shared`} size="sm" variant="outline">
            <Trans>See all</Trans>
          </ButtonLink>
        </HStack>
      </Card.Header>
      <Card.Body py="4" px={{ base: '4', md: '5' }}>
        <EntryLines entries={data.rows} withStudent />
      </Card.Body>
    </Card.Root>
  );
}
