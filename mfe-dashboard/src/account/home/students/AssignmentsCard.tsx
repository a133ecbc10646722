import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@masomo/data';
import { assignmentKeys, listOwnAssignments, type OwnAssignment } from '@masomo/data/learning/assignments';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, HStack, Stack, Text } from '@masomo/design-system';
import { StudentCard } from './StudentCard.tsx';
import { today } from '@masomo/remote/schoolDay';

const WorkDialog = lazy(async () => ({ default: (await import('./WorkDialog.tsx')).WorkDialog }));
const HandInDialog = lazy(async () => ({ default: (await import('./HandInDialog.tsx')).HandInDialog }));

function AssignmentBadge({ work, isOfClass }: { work: OwnAssignment; isOfClass: boolean }) {
  if (work.score !== null)
    return (
      <Badge colorPalette="green">
        {work.score} / {work.maxScore}
      </Badge>
    );
  if (work.submittedAt)
    return (
      <Badge colorPalette="blue">
        <Trans>Handed in</Trans>
      </Badge>
    );
  if (!isOfClass) return <Badge>{work.className}</Badge>;
  if (work.isClosed)
    return (
      <Badge>
        <Trans>Closed</Trans>
      </Badge>
    );
  return work.dueOn < today() ? (
    <Badge colorPalette="red">
      <Trans>Missing</Trans>
    </Badge>
  ) : (
    <Badge colorPalette="orange">
      <Trans>To do</Trans>
    </Badge>
  );
}

/** Assignments of a student; the student hands in here. */
export function AssignmentsCard({ studentId, classId, canSubmit }: { studentId: string; classId: string | null; canSubmit: boolean }) {
  const [open, setOpen] = useState<{ work: OwnAssignment; isHandingIn: boolean }>();
  const close = () => setOpen(undefined);
  const canHandIn = (piece: OwnAssignment) => canSubmit && piece.classId === classId && piece.gradedAt === null && !piece.isClosed;
  const query = useQuery(assignmentKeys.own(studentId), (db) => listOwnAssignments(db, studentId));
  return (
    <StudentCard id="work" title={t`Assignments`} query={query}>
      {(work) => (
        <>
          {work.length === 0 && (
            <Text color="fg.muted">
              <Trans>No assignments yet.</Trans>
            </Text>
          )}
          <Stack as="ul" listStyleType="none" gap="4" ps="0">
            {work.map((piece) => (
              <Box as="li" key={piece.id}>
                <HStack justify="space-between" align="start" wrap="wrap" columnGap="3" rowGap="1">
                  <Box flex="1 1 12rem">
                    <Button
                      variant="plain"
                      h="auto"
                      minH="6"
                      p="0"
                      fontWeight="600"
                      textAlign="start"
                      whiteSpace="normal"
                      justifyContent="flex-start"
                      _hover={{ textDecoration: 'underline' }}
                      aria-label={t`Read ${piece.title}`}
                      onClick={() => setOpen({ work: piece, isHandingIn: false })}
                    >
                      {piece.title}
                    </Button>
                    <Text fontSize="sm" color="fg.muted">
                      <Trans>
                        {piece.subject} · due {formatDate(piece.dueOn)}
                      </Trans>
                      {piece.attachments.length > 0 && ' · '}
                      {piece.attachments.length > 0 && <Plural value={piece.attachments.length} one="# attachment" other="# attachments" />}
                    </Text>
                  </Box>
                  <HStack gap="2">
                    <AssignmentBadge work={piece} isOfClass={piece.classId === classId} />
                    {canHandIn(piece) && (
                      <Button
                        size="xs"
                        variant="outline"
                        aria-label={piece.submittedAt ? t`Change answer to ${piece.title}` : t`Hand in ${piece.title}`}
                        onClick={() => setOpen({ work: piece, isHandingIn: true })}
                      >
                        {piece.submittedAt ? t`Change` : t`Hand in`}
                      </Button>
                    )}
                  </HStack>
                </HStack>
                {piece.feedback && (
                  <Text mt="1" whiteSpace="pre-wrap">
                    “{piece.feedback}”
                  </Text>
                )}
              </Box>
            ))}
          </Stack>
          <Suspense fallback={null}>
            {open?.isHandingIn && <HandInDialog work={open.work} onClose={close} />}
            {open && !open.isHandingIn && (
              <WorkDialog
                work={open.work}
                onHandIn={canHandIn(open.work) ? () => setOpen({ ...open, isHandingIn: true }) : undefined}
                onClose={close}
              />
            )}
          </Suspense>
        </>
      )}
    </StudentCard>
  );
}
