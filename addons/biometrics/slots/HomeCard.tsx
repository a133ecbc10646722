import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { ButtonLink, Card, Heading, HStack, SkeletonText, Text } from '@masomo/design-system';
import { listReaders, readerKeys } from '../data/readers.ts';
import { readersHome } from '../screens/shared/readersHome.ts';

const all = { sort: { column: 'name', descending: false }, page: 0, pageSize: 100 };

/** On the home screen: how many readings came today, and which readers are silent. */
export function HomeCard() {
  const { data, error } = useQuery(readerKeys.list(all), (db) => listReaders(db, all), { live: ['readers', 'reader_lines'] });
  const readers = data?.rows ?? [];
  const today = readers.reduce((sum, reader) => sum + reader.today, 0);
  const waiting = readers.reduce((sum, reader) => sum + reader.waiting, 0);
  const silent = readers
    .filter(({ isSilent }) => isSilent)
    .map(({ name }) => name)
    .join(', ');
  return (
    <Card.Root as="section" aria-label={t`Readers`}>
      <Card.Body py="4" px={{ base: '4', md: '5' }} gap="1" textStyle="sm">
        <HStack justify="space-between" align="start" gap="3">
          <Heading as="h2" size="md">
            <Trans>Readers</Trans>
          </Heading>
          <ButtonLink to={readersHome} size="sm" variant="outline">
            <Trans>Open</Trans>
          </ButtonLink>
        </HStack>
        {data ? (
          <>
            <Text color="fg.muted">
              {t`${plural(today, { one: '# reading today', other: '# readings today' })}, ${plural(waiting, { one: '# waits', other: '# wait' })}.`}
            </Text>
            {silent && <Text color="fg.error">{t`Silent: ${silent}`}</Text>}
          </>
        ) : error ? (
          <Text color="fg.muted">{error.userMessage}</Text>
        ) : (
          <SkeletonText noOfLines={1} />
        )}
      </Card.Body>
    </Card.Root>
  );
}
