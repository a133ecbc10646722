import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { attendanceKeys, listRegisterProgress, type RegisterProgress } from '@masomo/data/learning/attendance';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, Card, EmptyState, HStack, Skeleton, Text } from '@masomo/design-system';
import { DataTable, type DataTableColumn } from '@masomo/design-system/tables';

type RegistersCardProps = { day: string; /** Number of classes to mark. */ count: number; onChoose: (classId: string) => void };

const namedClassCount = 6;
const pageSize = 10;

export function RegistersCard({ day, count, onChoose }: RegistersCardProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const filter = { page: 0, pageSize: namedClassCount, day, isNotStarted: true };
  const { data: open, error } = useQuery(attendanceKeys.registerProgress(filter), (db) => listRegisterProgress(db, filter));
  return (
    <Card.Root as="section" aria-label="Registers of the day" size="sm">
      <Card.Body gap="3">
        <HStack justify="space-between" gap="3" wrap="wrap">
          {open && (
            <Text fontWeight="600">
              {open.total === 0
                ? `All ${count} registers of ${formatDate(day)} are taken`
                : `${Math.max(0, count - open.total)} of ${count} registers of ${formatDate(day)} taken`}
            </Text>
          )}
          {!open &&
            (error ? <Text color="fg.muted">Which registers are taken cannot be read now.</Text> : <Skeleton h="6" w="72" maxW="full" />)}
          {!open && !error && <Skeleton h="7" w="16" />}
          {open && (
            <Button size="xs" variant="outline" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
              {isExpanded ? 'Hide all' : 'See all'}
            </Button>
          )}
        </HStack>
        {!open && !error && (
          <HStack gap="2" wrap="wrap" aria-hidden>
            {Array.from({ length: Math.min(count + 1, namedClassCount + 2) }, (_, place) => (
              <Skeleton key={place} h="7" w="22" />
            ))}
          </HStack>
        )}
        {open && open.total > 0 && !isExpanded && (
          <HStack gap="2" wrap="wrap">
            <Text fontSize="sm" color="fg.muted">
              Not begun:
            </Text>
            {open.rows.map(({ id, name }) => (
              <Button key={id} size="xs" variant="outline" aria-label={`Take the register of ${name}`} onClick={() => onChoose(id)}>
                {name}
              </Button>
            ))}
            {open.total > open.rows.length && (
              <Text fontSize="sm" color="fg.muted">
                and {open.total - open.rows.length} more
              </Text>
            )}
          </HStack>
        )}
        {isExpanded && (
          <RegisterTable
            day={day}
            onChoose={(id) => {
              setIsExpanded(false);
              onChoose(id);
            }}
          />
        )}
      </Card.Body>
    </Card.Root>
  );
}

function registerBadge({ students: students, marked }: RegisterProgress) {
  if (students === 0) return <Badge>Nobody in it</Badge>;
  if (marked === 0) return <Badge colorPalette="orange">Not begun</Badge>;
  return marked < students ? (
    <Badge colorPalette="yellow">
      {marked} of {students} marked
    </Badge>
  ) : (
    <Badge colorPalette="green">Taken</Badge>
  );
}

function RegisterTable({ day, onChoose }: Omit<RegistersCardProps, 'count'>) {
  const [page, setPage] = useState(0);
  const filter = { page, pageSize, day, isNotStarted: false };
  const { data, error, isLoading, reload } = useQuery(attendanceKeys.registerProgress(filter), (db) => listRegisterProgress(db, filter), {
    keepPreviousData: true,
  });
  const columns: DataTableColumn<RegisterProgress>[] = [
    { id: 'name', header: 'Class', cell: (row) => <Text fontWeight="600">{row.name}</Text> },
    { id: 'state', header: 'Register', cell: registerBadge },
    { id: 'present', header: 'Present', align: 'end', cell: (row) => row.present },
    { id: 'late', header: 'Late', align: 'end', cell: (row) => row.late },
    { id: 'excused', header: 'Excused', align: 'end', cell: (row) => row.excused },
    { id: 'absent', header: 'Absent', align: 'end', cell: (row) => row.absent },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) =>
        row.students > 0 && (
          <Button size="xs" variant="outline" aria-label={`Open the register of ${row.name}`} onClick={() => onChoose(row.id)}>
            Open
          </Button>
        ),
    },
  ];
  return (
    <Box>
      <DataTable
        label="Registers of the day"
        columns={columns}
        rows={data?.rows}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        total={data?.total ?? 0}
        page={page}
        pageSize={pageSize}
        onPageChange={setPage}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        empty={<EmptyState title="No classes">There is no class to mark.</EmptyState>}
      />
    </Box>
  );
}
