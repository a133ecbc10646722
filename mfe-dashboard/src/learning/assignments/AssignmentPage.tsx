import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import {
  archiveAssignment,
  assignmentKeys,
  deleteAssignment,
  getAssignment,
  listSubmissions,
  publishAssignment,
  type AssignmentDetail,
} from '@masomo/data/learning/assignments';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Button, EmptyState, ErrorState, Grid, HStack, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { useNavigate, useParams } from '@masomo/navigation';
import { AssignmentDialog } from './AssignmentDialog.tsx';
import { AttachmentsCard } from './AttachmentsCard.tsx';
import { MarkForm, type MarkDraft } from './MarkForm.tsx';
import { SubmissionList } from './SubmissionList.tsx';

export function AssignmentPage() {
  const { id = '' } = useParams();
  const { data: assignment, error, reload } = useQuery(assignmentKeys.one(id), (db) => getAssignment(db, id));
  const back = (
    <AppLink to="/dashboard/assignments" color="accent.fg">
      <Trans>All assignments</Trans>
    </AppLink>
  );
  if (error && !assignment)
    return (
      <>
        <PageHeader title={t`Assignment`} description={back} />
        <ErrorState error={error} onRetry={reload} />
      </>
    );
  if (!assignment)
    return (
      <>
        <PageHeader title={t`Assignment`} description={back} />
        <SkeletonText noOfLines={8} gap="4" />
      </>
    );
  const facts = t`${assignment.className} · ${assignment.subject} · due ${formatDate(assignment.dueOn)} · out of ${assignment.maxScore}`;
  const state = assignment.isDraft ? t`Draft` : assignment.isClosed ? t`Archived` : undefined;
  return (
    <>
      <PageHeader
        title={assignment.title}
        description={
          <Stack gap="1">
            <HStack wrap="wrap">
              {facts}
              {state && <Badge>{state}</Badge>}
            </HStack>
            {back}
          </Stack>
        }
        actions={<Actions assignment={assignment} />}
      />
      {assignment.instructions && (
        <Text whiteSpace="pre-wrap" mb="6" maxW="3xl">
          {assignment.instructions}
        </Text>
      )}
      <AttachmentsCard assignment={assignment} />
      {assignment.isDraft ? (
        <EmptyState
          title={t`Only you can see this draft`}
        >{t`${assignment.className} sees it once you publish it. Answers and marks then appear here.`}</EmptyState>
      ) : (
        <Marking assignment={assignment} />
      )}
    </>
  );
}

function Marking({ assignment }: { assignment: AssignmentDetail }) {
  const { id } = assignment;
  const { data: submissions, error, reload } = useQuery(assignmentKeys.submissions(id), (db) => listSubmissions(db, id));
  const [selectedId, setSelectedId] = useState<string>();
  const [drafts, setDrafts] = useState<Record<string, MarkDraft | undefined>>({});
  if (error && !submissions) return <ErrorState error={error} onRetry={reload} />;
  if (!submissions) return <SkeletonText noOfLines={8} gap="4" />;
  if (submissions.length === 0)
    return (
      <EmptyState title={t`No students in this class`}>
        <Trans>Students appear here once they join this class.</Trans>
      </EmptyState>
    );
  const firstToMark = submissions.find(({ submittedAt, gradedAt }) => submittedAt !== null && gradedAt === null);
  const index = Math.max(
    0,
    submissions.findIndex(({ studentId }) => studentId === (selectedId ?? firstToMark?.studentId)),
  );
  const current = submissions[index];
  if (!current) return null;
  const move = (step: 1 | -1) => setSelectedId((submissions[index + step] ?? current).studentId);
  return (
    <Grid templateColumns={{ base: '1fr', lg: '20rem 1fr' }} gap="6" alignItems="start">
      <SubmissionList submissions={submissions} maxScore={assignment.maxScore} selectedId={current.studentId} onSelect={setSelectedId} />
      <MarkForm
        key={current.studentId}
        assignment={assignment}
        submission={current}
        draft={drafts[current.studentId]}
        position={{ index, count: submissions.length }}
        onMove={move}
        onDraft={(draft) => {
          setSelectedId(current.studentId);
          setDrafts((all) => ({ ...all, [current.studentId]: draft }));
        }}
      />
    </Grid>
  );
}

function Actions({ assignment }: { assignment: AssignmentDetail }) {
  const { id, title, isDraft, isClosed } = assignment;
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<'edit' | 'delete'>();
  const invalidates = ['assignments', 'overview'];
  const publish = useCommand(publishAssignment, {
    invalidates,
    onSuccess: () => toaster.success({ title: t`${title} published to ${assignment.className}` }),
    onError: (error) => toaster.error(failureMessage(error, t`The assignment was not published`)),
  });
  const archive = useCommand(archiveAssignment, {
    invalidates,
    onError: (error) => toaster.error(failureMessage(error, t`The assignment was not changed`)),
  });
  const remove = useCommand(deleteAssignment, {
    invalidates,
    onSuccess: () => void navigate('/dashboard/assignments'),
    onError: (error) => toaster.error(failureMessage(error, t`The assignment was not deleted`)),
  });
  return (
    <>
      {isDraft && (
        <Button size="sm" disabled={publish.isRunning} onClick={() => void publish.run(id)}>
          <Trans>Publish</Trans>
        </Button>
      )}
      <Button size="sm" variant={isDraft ? 'outline' : 'solid'} onClick={() => setOpenDialog('edit')}>
        <Trans>Edit</Trans>
      </Button>
      {!isDraft && (
        <Button size="sm" variant="outline" disabled={archive.isRunning} onClick={() => void archive.run({ id, isArchived: !isClosed })}>
          {isClosed ? t`Restore` : t`Archive`}
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={() => setOpenDialog('delete')}>
        <Trans>Delete</Trans>
      </Button>
      {openDialog === 'edit' && <AssignmentDialog assignment={assignment} onClose={() => setOpenDialog(undefined)} />}
      <ConfirmDialog
        isOpen={openDialog === 'delete'}
        title={t`Delete ${title}?`}
        body={isDraft ? t`Only you have seen it.` : t`Submitted work is deleted with it. Marks already given stay in the gradebook.`}
        confirmLabel={t`Delete assignment`}
        tone="danger"
        isBusy={remove.isRunning}
        onConfirm={() => void remove.run(id)}
        onClose={() => setOpenDialog(undefined)}
      />
    </>
  );
}
