import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@masomo/data';
import { dataRequestKeys, listDataRequestsOf } from '@masomo/data/people/dataRequests';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, HStack, Stack, Text } from '@masomo/design-system';
import { ExportButton } from '../../../shared/privacy/ExportButton.tsx';
import { requestKindLabels, requestStatusColors, requestStatusLabels } from '../../../shared/privacy/requestLabels.ts';
import { StudentCard } from './StudentCard.tsx';

const RequestDialog = lazy(async () => ({ default: (await import('../../../shared/privacy/RequestDialog.tsx')).RequestDialog }));

/** A family's rights over the data: a copy at once, everything else asked of the school. */
export function DataCard({ student }: { student: { id: string; name: string } }) {
  const query = useQuery(dataRequestKeys.of(student.id), (db) => listDataRequestsOf(db, student.id));
  const [isAsking, setIsAsking] = useState(false);
  return (
    <StudentCard id="data" title={t`Data about ${student.name}`} query={query}>
      {(requests) => (
        <>
          <Text color="fg.muted" mb="3">
            <Trans>Download what you can see here, or ask the school for more, for a correction, or to erase it.</Trans>
          </Text>
          <HStack gap="2" wrap="wrap">
            <ExportButton student={student} />
            <Button size="sm" variant="ghost" onClick={() => setIsAsking(true)}>
              <Trans>Ask the school</Trans>
            </Button>
          </HStack>
          {requests.length > 0 && (
            <Stack as="ul" listStyleType="none" ps="0" gap="3" mt="4">
              {requests.map((request) => (
                <Box as="li" key={request.id}>
                  <HStack gap="2" wrap="wrap">
                    <Text>{requestKindLabels[request.kind]}</Text>
                    <Badge colorPalette={requestStatusColors[request.status]}>{requestStatusLabels[request.status]}</Badge>
                  </HStack>
                  <Text fontSize="sm" color="fg.muted" overflowWrap="anywhere">
                    {request.status === 'open'
                      ? t`Requested on ${formatDate(request.receivedOn)}, reply due ${formatDate(request.dueOn)}`
                      : request.answer || t`Requested on ${formatDate(request.receivedOn)}`}
                  </Text>
                </Box>
              ))}
            </Stack>
          )}
          <Suspense fallback={null}>{isAsking && <RequestDialog studentId={student.id} onClose={() => setIsAsking(false)} />}</Suspense>
        </>
      )}
    </StudentCard>
  );
}
