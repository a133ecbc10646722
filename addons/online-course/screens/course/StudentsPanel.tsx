import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { formatNumber } from '@masomo/domain/number';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, HStack, Stack, Text } from '@masomo/design-system';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { courseKeys, listCourseStudents, type Course, type CourseStudent } from '../../data/courses.ts';
import { priceText, resultText } from '../shared/courseTexts.ts';
import { CertificateButton } from '../shared/CertificateButton.tsx';
import { AddStudentsDialog } from './AddStudentsDialog.tsx';
import { PayDialog, RefundDialog } from './MoneyDialogs.tsx';

type Asked = { what: 'pay' | 'refund'; student: CourseStudent };

/** Who takes the course: progress, result, payment and certificate. */
export function StudentsPanel({ course, canChange }: { course: Course; canChange: boolean }) {
  const mayRecord = useIsAllowed('fee-payment:record') && canChange;
  const mayRefund = useIsAllowed('fee:refund') && canChange;
  const [isAdding, setIsAdding] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const { data: students, error, reload } = useQuery(courseKeys.students(course.id), (db) => listCourseStudents(db, course.id));
  const columns: DataTableColumn<CourseStudent>[] = [
    {
      id: 'name',
      header: t`Student`,
      cell: (row) => (
        <Box>
          <Text fontWeight="600">{row.name}</Text>
          <Text fontSize="sm" color="fg.muted">
            {[row.className, row.admissionNumber].filter(Boolean).join(' · ')}
          </Text>
        </Box>
      ),
    },
    {
      id: 'progress',
      header: t`Lessons done`,
      align: 'end',
      cell: ({ done, lessons }) => t`${formatNumber(done)} of ${formatNumber(lessons)}`,
    },
    { id: 'result', header: t`Result`, align: 'end', cell: ({ result }) => resultText(result) },
    {
      id: 'certificate',
      header: t`Certificate`,
      cell: ({ completedAt, certificate, enrolmentId, name }) =>
        completedAt ? (
          <Stack gap="1" align="flex-start">
            <Text>{formatDate(completedAt)}</Text>
            <CertificateButton size="xs" enrolmentId={enrolmentId} number={certificate} aria-label={t`Download the certificate of ${name}`}>
              {certificate}
            </CertificateButton>
          </Stack>
        ) : (
          '–'
        ),
    },
    {
      id: 'payment',
      header: t`Payment`,
      cell: (student) => (
        <HStack gap="2" wrap="wrap">
          {student.price === 0 ? (
            <Text color="fg.muted">{t`Free`}</Text>
          ) : student.isOpen ? (
            <Badge colorPalette="green">{student.receipt}</Badge>
          ) : (
            <Badge colorPalette="orange">{t`${priceText(student.price)} not paid`}</Badge>
          )}
          {student.price > 0 && !student.isOpen && mayRecord && (
            <Button
              size="xs"
              variant="outline"
              aria-label={t`Record the payment of ${student.name}`}
              onClick={() => setAsked({ what: 'pay', student })}
            >
              <Trans>Record payment</Trans>
            </Button>
          )}
          {student.price > 0 && student.isOpen && mayRefund && (
            <Button size="xs" variant="ghost" aria-label={t`Refund ${student.name}`} onClick={() => setAsked({ what: 'refund', student })}>
              <Trans>Refund</Trans>
            </Button>
          )}
        </HStack>
      ),
    },
  ];
  return (
    <>
      <RecordList
        label={t`Students`}
        columns={columns}
        rows={students}
        error={error}
        onRetry={reload}
        rowLabel={({ name }) => name}
        export={{
          name: course.title,
          columns: [
            { title: t`Student`, value: (row) => row.name },
            { title: t`Admission number`, value: (row) => row.admissionNumber },
            { title: t`Class`, value: (row) => row.className },
            { title: t`Lessons done`, value: (row) => row.done },
            { title: t`Result`, value: (row) => (row.result === null ? '' : Math.round(row.result * 10) / 10) },
            { title: t`Certificate`, value: (row) => row.certificate },
            { title: t`Receipt`, value: (row) => row.receipt },
          ],
        }}
        actions={
          canChange && (
            <Button size="sm" onClick={() => setIsAdding(true)}>
              <Trans>Add students</Trans>
            </Button>
          )
        }
        empty={{
          title: t`Nobody takes this course yet`,
          text: t`Add students here, or publish the course so that families join it themselves.`,
        }}
      />
      {isAdding && <AddStudentsDialog course={course} onClose={() => setIsAdding(false)} />}
      {asked?.what === 'pay' && <PayDialog student={asked.student} onClose={() => setAsked(undefined)} />}
      {asked?.what === 'refund' && <RefundDialog student={asked.student} onClose={() => setAsked(undefined)} />}
    </>
  );
}
