import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { attendanceStatuses, getRegister, takeAttendance, teachingKeys, type AttendanceStatus } from '@masomo/data/teaching';
import { Box, Button, EmptyState, ErrorState, Flex, HStack, List, SegmentedToggle, SkeletonText, Stack, Text } from '@masomo/design-system';
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
      <List.Root aria-label="Register" listStyle="none" ps="0" gap="0" borderWidth="1px" borderRadius="lg" bg="bg.panel">
        {lines.map((line) => (
          <List.Item key={line.studentId} px="4" py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
            <Flex wrap="wrap" gap="3" align="center" justify="space-between">
              <Box><Text fontWeight="600">{line.student}</Text><Text fontSize="sm" color="fg.muted">{line.admissionNumber}</Text></Box>
              <SegmentedToggle label={`Mark of ${line.student}`} options={options} value={statusOf(line.studentId, line.status)} onChange={(status) => setChanged({ ...changed, [line.studentId]: status })} />
            </Flex>
          </List.Item>
        ))}
      </List.Root>
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
