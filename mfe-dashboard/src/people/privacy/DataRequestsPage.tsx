import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import {
  dataRequestKeys,
  dataRequestStatuses,
  listDataRequests,
  type DataRequest,
  type DataRequestStatus,
} from '@masomo/data/people/dataRequests';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Box, Button, HStack, SegmentedToggle, Stack, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { ExportButton } from '../../shared/privacy/ExportButton.tsx';
import { RequestDialog } from '../../shared/privacy/RequestDialog.tsx';
import { requestKindLabels, requestStatusColors, requestStatusLabels } from '../../shared/privacy/requestLabels.ts';
import { today } from '@masomo/remote/schoolDay';
import { AnswerDialog } from './AnswerDialog.tsx';

const statusOptions = [
  { value: '', label: t`All` },
  ...dataRequestStatuses.map((status) => ({ value: status, label: requestStatusLabels[status] })),
] as const;

export function DataRequestsPage() {
  const [status, setStatus] = useState<DataRequestStatus | ''>('open');
  const [isEntering, setIsEntering] = useState(false);
  const [answered, setAnswered] = useState<DataRequest>();
  const columns: DataTableColumn<DataRequest>[] = [
    {
      id: 'student',
      header: t`Student`,
      cell: (request) => (
        <AppLink to={`/dashboard/students/${request.studentId}`} fontWeight="600">
          {request.student}
        </AppLink>
      ),
    },
    {
      id: 'kind',
      header: t`Request`,
      sortable: true,
      cell: (request) => (
        <Box maxW="40ch">
          <Text>{requestKindLabels[request.kind]}</Text>
          <Text fontSize="sm" color="fg.muted" overflowWrap="anywhere">
            {[request.asker, request.details].filter(Boolean).join(': ')}
          </Text>
        </Box>
      ),
    },
    { id: 'received_on', header: t`Received`, sortable: true, noWrap: true, cell: (request) => formatDate(request.receivedOn) },
    { id: 'due_on', header: t`Reply due`, sortable: true, noWrap: true, cell: (request) => <DueDay request={request} /> },
    {
      id: 'status',
      header: t`Status`,
      cell: (request) => (
        <Stack gap="1" align="start">
          <Badge colorPalette={requestStatusColors[request.status]}>{requestStatusLabels[request.status]}</Badge>
          {request.answer && (
            <Text fontSize="sm" color="fg.muted" maxW="36ch" overflowWrap="anywhere">
              {request.answer}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (request) =>
        request.status === 'open' && (
          <HStack gap="1" justify="flex-end">
            {(request.kind === 'access' || request.kind === 'portability') && (
              <ExportButton size="xs" variant="ghost" student={{ id: request.studentId, name: request.student }} />
            )}
            <Button size="xs" variant="outline" aria-label={t`Answer for ${request.student}`} onClick={() => setAnswered(request)}>
              <Trans context="request">Answer</Trans>
            </Button>
          </HStack>
        ),
    },
  ];
  return (
    <ListScreen
      title={t`Data requests`}
      description={<Trans>Requests from families about their data, with the legal deadline for each reply.</Trans>}
      columns={columns}
      sort={{ column: 'due_on', descending: false }}
      keyOf={(filter) => dataRequestKeys.list({ ...filter, status })}
      query={(db, filter) => listDataRequests(db, { ...filter, status })}
      filterKey={status}
      isFiltered={status !== '' && status !== 'open'}
      empty={{
        title: t`No requests to answer`,
        text: t`Families send requests from their home screen. Enter requests made on paper here.`,
      }}
      filters={<SegmentedToggle label={t`Show`} options={statusOptions} value={status} onChange={setStatus} />}
      export={{
        name: t`Data requests`,
        columns: [
          { title: t`Student`, value: (request) => request.student },
          { title: t`Request`, value: (request) => requestKindLabels[request.kind] },
          { title: t`Requested by`, value: (request) => request.asker },
          { title: t`Received`, value: (request) => request.receivedOn, as: 'day' },
          { title: t`Reply due`, value: (request) => request.dueOn, as: 'day' },
          { title: t`Status`, value: (request) => requestStatusLabels[request.status] },
          { title: t`Answer`, value: (request) => request.answer },
        ],
      }}
      actions={
        <Button size="sm" onClick={() => setIsEntering(true)}>
          <Trans>Enter request</Trans>
        </Button>
      }
    >
      {isEntering && <RequestDialog isOnPaper onClose={() => setIsEntering(false)} />}
      {answered && <AnswerDialog request={answered} onClose={() => setAnswered(undefined)} />}
    </ListScreen>
  );
}

function DueDay({ request: { dueOn, status } }: { request: DataRequest }) {
  const isLate = status === 'open' && dueOn < today();
  return (
    <HStack gap="2">
      {formatDate(dueOn)}
      {isLate && (
        <Badge colorPalette="red">
          <Trans>Overdue</Trans>
        </Badge>
      )}
    </HStack>
  );
}
