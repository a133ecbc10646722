import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { Button, Card, Heading, HStack, SkeletonText, Text } from '@masomo/design-system';
import { useModule } from '@masomo/remote/useModule';
import { getNumber, readerKeys } from '../data/readers.ts';
import { NumberDialog } from '../screens/shared/NumberDialog.tsx';
import { readersFeature } from '../screens/shared/readersHome.ts';

/** On a student's page: the number by which readers know the student. */
export function StudentCard({ studentId, name }: { studentId: string; name: string }) {
  const { isReadOnly } = useModule(readersFeature);
  const [isGiving, setIsGiving] = useState(false);
  const { data, error } = useQuery(readerKeys.student(studentId), (db) => getNumber(db, studentId), { live: ['reader_numbers'] });
  return (
    <Card.Root as="section" aria-label={t`Number on readers`}>
      <Card.Header>
        <HStack justify="space-between" wrap="wrap">
          <Heading as="h2" size="md">
            <Trans>Number on readers</Trans>
          </Heading>
          {!isReadOnly && data !== undefined && (
            <Button size="xs" variant="outline" onClick={() => setIsGiving(true)}>
              {data ? t`Change` : t`Give a number`}
            </Button>
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        {data && <Text>{data.number}</Text>}
        {data === null && (
          <Text color="fg.muted">
            <Trans>None yet. It needs the consent of the guardians to fingerprints and faces; a card for the gate does not.</Trans>
          </Text>
        )}
        {data === undefined && (error ? <Text color="fg.muted">{error.userMessage}</Text> : <SkeletonText noOfLines={1} />)}
      </Card.Body>
      {isGiving && <NumberDialog name={name} given={{ studentId, ...data }} onClose={() => setIsGiving(false)} />}
    </Card.Root>
  );
}
