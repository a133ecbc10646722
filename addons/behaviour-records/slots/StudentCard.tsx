import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { behaviourKeys, listBehaviour } from '../data/behaviour.ts';
import { Button, Card, Heading, HStack, SkeletonText, Text } from '@masomo/design-system';
import { RecordDialog } from '../screens/shared/RecordDialog.tsx';
import { useModule } from '@masomo/remote/useModule';
import { behaviourFeature } from '../screens/shared/behaviourHome.ts';
import { EntryLines } from '../screens/shared/EntryLines.tsx';

const latest = { search: '', sort: { column: 'happened_on', descending: true }, page: 0, pageSize: 5, kind: '' as const, classId: '' };

/** On a student's page: the latest merits and incidents, and recording another. */
export function StudentCard({ studentId, name }: { studentId: string; name: string }) {
  const { isReadOnly } = useModule(behaviourFeature);
  const [isRecording, setIsRecording] = useState(false);
  const { data, error } = useQuery(behaviourKeys.entries({ of: studentId }), (db) => listBehaviour(db, { ...latest, studentId }));
  return (
    <Card.Root as="section" aria-label={t`Behaviour`}>
      <Card.Header>
        <HStack justify="space-between" wrap="wrap" gap="3">
          <Heading as="h2" size="md">
            <Trans>Behaviour</Trans>
          </Heading>
          {!isReadOnly && (
            <Button size="xs" variant="outline" onClick={() => setIsRecording(true)}>
              <Trans>Record behaviour</Trans>
            </Button>
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        {data ? (
          data.total === 0 ? (
            <Text color="fg.muted">
              <Trans>Nothing recorded yet.</Trans>
            </Text>
          ) : (
            <EntryLines entries={data.rows} withStudent={false} />
          )
        ) : error ? (
          <Text color="fg.muted">{error.userMessage}</Text>
        ) : (
          <SkeletonText noOfLines={3} />
        )}
      </Card.Body>
      {isRecording && <RecordDialog student={{ id: studentId, name }} onClose={() => setIsRecording(false)} />}
    </Card.Root>
  );
}
