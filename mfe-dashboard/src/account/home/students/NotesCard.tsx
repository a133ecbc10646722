import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { listRecordsOf, recordKeys } from '@masomo/data/people/studentRecords';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, HStack, Stack, Text } from '@masomo/design-system';
import { recordKindLabels } from '../../../shared/recordLabels.ts';
import { StudentCard } from './StudentCard.tsx';

export function NotesCard({ studentId }: { studentId: string }) {
  const query = useQuery(recordKeys.recordsOf(studentId), (db) => listRecordsOf(db, studentId));
  return (
    <StudentCard id="notes" title={t`Notes from school`} query={query}>
      {(records) =>
        records.length === 0 ? (
          <Text color="fg.muted">
            <Trans>No notes yet.</Trans>
          </Text>
        ) : (
          <Stack as="ul" listStyleType="none" gap="3" ps="0">
            {records.map((record) => (
              <Box as="li" key={record.id}>
                <HStack gap="2">
                  <Badge>{recordKindLabels[record.kind]}</Badge>
                  <Text fontSize="sm" color="fg.muted">
                    {formatDate(record.happenedOn)}
                  </Text>
                </HStack>
                <Text>{record.summary}</Text>
                {record.details && (
                  <Text fontSize="sm" color="fg.muted" whiteSpace="pre-wrap">
                    {record.details}
                  </Text>
                )}
              </Box>
            ))}
          </Stack>
        )
      }
    </StudentCard>
  );
}
