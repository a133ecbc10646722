import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { attendanceStatuses, getRegister, takeAttendance, teachingKeys, type AttendanceStatus } from '@masomo/data/teaching';
import { Button, EmptyState, ErrorState, HStack, SegmentedToggle, SkeletonText, Stack, Table, Text } from '@masomo/design-system';
import { FormError } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';

const words: Record<AttendanceStatus, string> = { present: 'Present', absent: 'Absent', late: 'Late', excused: 'Excused' };
const options = attendanceStatuses.map((value) => ({ value, label: words[value] }));

/** The register of a class on a day. Marks not saved yet are kept until they are. */
export function Register({ classId, day }: { classId: string; day: string }) {
  const { data: lines, error, reload } = useQuery(teachingKeys.register(classId, day), (db) => getRegister(db, { classId, day }), { revalidateOnFocus: false });
  const [changed, setChanged] = useState<Record<string, AttendanceStatus>>({});
  const save = useCommand(takeAttendance, {
    invalidates: ['attendance', 'overview'],
    onSuccess: (count) => { setChanged({}); toaster.success({ title: `${count} learners marked` }); },
  });
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!lines) return <SkeletonText noOfLines={10} gap="4" />;
  if (lines.length === 0) return <EmptyState title="No learners in this class">Learners appear here once they are placed in it.</EmptyState>;
  const statusOf = (studentId: string, given: AttendanceStatus | null) => changed[studentId] ?? given ?? 'present';
  const unsaved = Object.keys(changed).length + lines.filter((line) => line.status === null && !(line.studentId in changed)).length;
  return (
    <Stack gap="4">
      <Table.ScrollArea borderWidth="1px" borderRadius="lg" bg="bg.panel">
        <Table.Root aria-label="Register">
          <Table.Body>
            {lines.map((line) => (
              <Table.Row key={line.studentId}>
                <Table.Cell><Text fontWeight="600">{line.student}</Text><Text fontSize="sm" color="fg.muted">{line.admissionNumber}</Text></Table.Cell>
                <Table.Cell>
                  <HStack justify="flex-end">
                    <SegmentedToggle label={`Mark of ${line.student}`} options={options} value={statusOf(line.studentId, line.status)} onChange={(status) => setChanged({ ...changed, [line.studentId]: status })} />
                  </HStack>
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
      <FormError>{save.error?.message}</FormError>
      <HStack gap="4">
        <Button disabled={save.isRunning} onClick={() => void save.run({ classId, day, marks: lines.map((line) => ({ studentId: line.studentId, status: statusOf(line.studentId, line.status) })) })}>
          {save.isRunning ? 'Saving...' : 'Save attendance'}
        </Button>
        <Text fontSize="sm" color="fg.muted" role="status">{unsaved === 0 ? 'Everything is saved.' : `${unsaved} not saved yet.`}</Text>
      </HStack>
    </Stack>
  );
}
