import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@masomo/data';
import { attendanceKeys, getRegister, registerSchema, type AttendanceStatus, type RegisterLine } from '@masomo/data/learning/attendance';
import { formatDateTime } from '@masomo/domain/time';
import {
  Box,
  Button,
  EmptyState,
  ErrorState,
  Flex,
  HStack,
  List,
  SegmentedToggle,
  SkeletonText,
  Stack,
  Text,
  toaster,
} from '@masomo/design-system';
import { opening } from '../../shared/inOrder.ts';
import { countedMarks, markLabel, sourceLabel, statusColors, statusOptions } from '../../shared/attendanceLabels.ts';
import { networkFirst } from '@masomo/remote/offline/networkFirst';
import { useOutbox } from '@masomo/remote/offline/useOutbox';
import { markOutbox, queueMarks } from './markOutbox.ts';

type RegisterProps = { owner: string; classId: string; className: string; day: string };

/** A mark is queued on this device first and sent from there, so marking works offline. */
export function Register({ owner, classId, className, day }: RegisterProps) {
  const {
    data: register,
    error,
    reload,
  } = useQuery(
    attendanceKeys.register(classId, day),
    (db) =>
      networkFirst({ owner, key: `register ${classId} ${day}`, schema: registerSchema, read: () => getRegister(db, { classId, day }) }),
    { revalidateOnFocus: false, live: [`attendance:${classId}`] },
  );
  // Marks that are being written to this device's store.
  const [pendingMarks, setPendingMarks] = useState<Readonly<Record<string, AttendanceStatus | null>>>({});
  useEffect(() => {
    return markOutbox.onDelivered(reload);
  }, [reload]);
  const { items: queued, waiting, isCutOff, isUnusable } = useOutbox(markOutbox, owner, register !== undefined);
  const conflicts = queued.filter(({ conflict }) => conflict);
  const counts = useRef<HTMLParagraphElement>(null);
  if (!register && error) return <ErrorState error={error} onRetry={reload} />;
  if (isUnusable)
    return (
      <ErrorState
        title={t`This browser cannot store marks`}
        error={{ userMessage: t`Allow it to store data for this site, or leave private browsing, and open the register again.` }}
      />
    );
  if (!register) return <SkeletonText noOfLines={10} gap="4" {...opening} />;
  const { term, lines } = register.data;
  if (lines.length === 0)
    return term === null ? (
      <EmptyState title={t`No term on this day`}>
        <Trans>Registers are taken within the terms of the school. An administrator sets them under School.</Trans>
      </EmptyState>
    ) : (
      <EmptyState title={t`No students in this class on this day`}>
        <Trans>Students appear here from the day on which they join this class.</Trans>
      </EmptyState>
    );

  const queuedMarks = new Map(queued.filter((mark) => mark.classId === classId && mark.day === day).map((mark) => [mark.studentId, mark]));
  // A null there clears the mark, so it is a mark of its own.
  const markOf = ({ studentId, status }: RegisterLine) => {
    const [made] = [pendingMarks[studentId], queuedMarks.get(studentId)?.status].filter((mark) => mark !== undefined);
    return made === undefined ? status : made;
  };
  const unmarked = lines.filter((line) => markOf(line) === null);
  const saveMarks = (marked: readonly RegisterLine[], status: AttendanceStatus | null) => {
    setPendingMarks((before) => ({ ...before, ...Object.fromEntries(marked.map(({ studentId }) => [studentId, status])) }));
    queueMarks(
      marked.map((line) => ({
        owner,
        day,
        classId,
        className,
        studentId: line.studentId,
        student: line.student,
        status,
        shownStatus: line.status,
      })),
    )
      .catch(() =>
        toaster.error({
          title: t`The mark was not saved`,
          description: t`This device is full or blocks storage for this page. Free some space and try again.`,
        }),
      )
      .finally(() =>
        setPendingMarks((before) =>
          Object.fromEntries(
            Object.entries(before).filter(([id, mark]) => mark !== status || !marked.some(({ studentId }) => studentId === id)),
          ),
        ),
      );
  };
  return (
    <Stack gap="4">
      {register.cachedAt && (
        <Text fontSize="sm" color="fg.muted">
          <Trans>No connection. This is the register as of {formatDateTime(register.cachedAt)}; you can keep marking.</Trans>
        </Text>
      )}
      {term === null && (
        <Text fontSize="sm" color="fg.muted">
          <Trans>This day is outside the terms of the school: marks can be cleared here, and none can be added.</Trans>
        </Text>
      )}
      {/* Before the students, so that the keyboard reaches it first, and in view however far down they are. */}
      <HStack gap="4" wrap="wrap" position="sticky" top="var(--list-head-top, 0px)" zIndex="1" bg="bg" py="3" mb="-3">
        {unmarked.length > 0 && (
          <Button
            disabled={term === null}
            onClick={() => {
              saveMarks(unmarked, 'present');
              // The button goes away with the last student without a mark.
              counts.current?.focus();
            }}
          >
            {unmarked.length === lines.length
              ? t`Mark all present`
              : plural(unmarked.length, { one: 'Mark the remaining student present', other: 'Mark the remaining # present' })}
          </Button>
        )}
        <Text ref={counts} tabIndex={-1} fontWeight="600" focusVisibleRing="outside" borderRadius="sm">
          {countedMarks(lines.map(markOf))}
        </Text>
        <Text fontSize="sm" color="fg.muted" role="status">
          {saveStatusText(waiting.length, conflicts.length, isCutOff)}
        </Text>
      </HStack>
      <List.Root
        aria-label={t`Register`}
        listStyle="none"
        ps="0"
        gap="0"
        borderWidth="1px"
        borderRadius="lg"
        bg="bg.panel"
        // What gets the focus is scrolled clear of the row of the button above.
        css={{ '& :is(input, button)': { scrollMarginTop: '16' } }}
      >
        {lines.map((line) => (
          <List.Item key={line.studentId} px="4" py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
            <Flex wrap={{ base: 'wrap', md: 'nowrap' }} columnGap="2" rowGap="2" align="center">
              <Box flex="1" minW="0">
                <Text fontWeight="600">{line.student}</Text>
                <Text fontSize="sm" color="fg.muted">
                  {line.admissionNumber}
                  {line.source && markOf(line) === line.status && ` · ${sourceLabel(line.source)}`}
                  {queuedMarks.has(line.studentId) && (
                    <Text as="span" color="fg.warning">
                      {' '}
                      <Trans>· Not sent yet</Trans>
                    </Text>
                  )}
                </Text>
              </Box>
              {markOf(line) !== null && (
                <Button size="xs" variant="ghost" aria-label={t`Clear the mark of ${line.student}`} onClick={() => saveMarks([line], null)}>
                  <Trans>Clear</Trans>
                </Button>
              )}
              <Box w={{ base: 'full', md: 'auto' }} css={chosenMark} colorPalette={statusColors[markOf(line) ?? 'present']}>
                {term === null ? (
                  <Text>{markLabel(markOf(line))}</Text>
                ) : (
                  <SegmentedToggle
                    label={t`Attendance of ${line.student}`}
                    options={statusOptions}
                    value={markOf(line)}
                    onChange={(status) => saveMarks([line], status)}
                  />
                )}
              </Box>
            </Flex>
          </List.Item>
        ))}
      </List.Root>
    </Stack>
  );
}

/** The chosen mark in the colour of its status, so that one absent among many is found. */
const chosenMark = {
  '& label:has(:checked)': {
    bg: 'colorPalette.subtle',
    color: 'colorPalette.fg',
    boxShadow: 'inset 0 0 0 1px {colors.colorPalette.muted}',
  },
};

function saveStatusText(waiting: number, conflicts: number, isCutOff: boolean): string {
  if (waiting > 0)
    return isCutOff
      ? t`${plural(waiting, { one: '# mark', other: '# marks' })} not sent yet. Kept on this device and sent when the connection is back.`
      : t`Sending ${plural(waiting, { one: '# mark', other: '# marks' })}...`;
  return conflicts > 0 ? t`${plural(conflicts, { one: '# mark needs', other: '# marks need' })} your decision.` : t`Everything is saved.`;
}
