import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed, useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { listRecordsOf, recordKeys, type StudentRecord } from '@masomo/data/people/studentRecords';
import type { StudentProfile } from '@masomo/data/people/students';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Box, Button, Card, ErrorState, Flex, Heading, HStack, SkeletonText, Stack, Text } from '@masomo/design-system';
import { fullName } from '@masomo/domain/personName';
import { recordKindLabels, recordReaderLabels } from '../../shared/recordLabels.ts';
import { RecordDialog } from '../shared/RecordDialog.tsx';

type RecordsCardProps = { student: StudentProfile; canEdit: boolean };

export function RecordsCard({ student, canEdit }: RecordsCardProps) {
  const { user } = useSession();
  const canOpenRecords = useIsAllowed('record:write');
  const { data: records, error, reload } = useQuery(recordKeys.recordsOf(student.id), (db) => listRecordsOf(db, student.id));
  const [openRecord, setOpenRecord] = useState<StudentRecord | 'new'>();
  const name = fullName(student.first_name, student.last_name);
  return (
    <Card.Root as="section" aria-labelledby="records">
      <Card.Header>
        <HStack justify="space-between">
          <Heading as="h2" size="md" id="records">
            <Trans>Records</Trans>
          </Heading>
          {canEdit && (
            <Button size="xs" variant="outline" onClick={() => setOpenRecord('new')}>
              <Trans>Add record</Trans>
            </Button>
          )}
        </HStack>
      </Card.Header>
      <Card.Body>
        {error && !records && <ErrorState error={error} onRetry={reload} />}
        {!error && !records && <SkeletonText noOfLines={3} />}
        {records?.length === 0 && (
          <Text color="fg.muted">
            <Trans>No records yet</Trans>
          </Text>
        )}
        <Stack as="ul" listStyleType="none" gap="4" ps="0">
          {records?.map((record) => (
            <Flex as="li" key={record.id} justify="space-between" gap="3">
              <Box minW="0">
                <HStack gap="2" wrap="wrap">
                  <Badge>{recordKindLabels[record.kind]}</Badge>
                  <Text fontSize="sm" color="fg.muted">
                    {formatDate(record.happenedOn)} · {recordReaderLabels[record.visibleTo]}
                  </Text>
                </HStack>
                <Text mt="1">{record.summary}</Text>
                {record.details && (
                  <Text fontSize="sm" color="fg.muted" whiteSpace="pre-wrap">
                    {record.details}
                  </Text>
                )}
              </Box>
              {canEdit && (
                <Button
                  size="xs"
                  variant="outline"
                  flexShrink="0"
                  aria-label={t`Edit ${record.summary}`}
                  onClick={() => setOpenRecord(record)}
                >
                  <Trans>Edit</Trans>
                </Button>
              )}
            </Flex>
          ))}
        </Stack>
        {canOpenRecords && records && records.length > 0 && (
          <AppLink to={`/dashboard/records?search=${encodeURIComponent(student.admission_number)}`} color="accent.fg" mt="4">
            <Trans>All records for {student.first_name}</Trans>
          </AppLink>
        )}
      </Card.Body>
      {openRecord && user?.schoolId && (
        <RecordDialog
          schoolId={user.schoolId}
          {...(openRecord === 'new' ? { student: { id: student.id, name } } : { record: openRecord })}
          onClose={() => setOpenRecord(undefined)}
        />
      )}
    </Card.Root>
  );
}
