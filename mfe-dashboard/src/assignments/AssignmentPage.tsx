import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { assignmentKeys, deleteAssignment, getAssignment, listSubmissions, type AssignmentDetail } from '@masomo/data/assignments';
import { AppLink, Button, EmptyState, ErrorState, Grid, SkeletonText, Stack, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { ConfirmDialog, toaster } from '@masomo/design-system/overlays';
import { useNavigate, useParams } from '@masomo/navigation';
import { formatDay } from '../shared/days.ts';
import { AssignmentDialog } from './AssignmentDialog.tsx';
import { MarkForm, type Draft } from './MarkForm.tsx';
import { SubmissionList } from './SubmissionList.tsx';

/** One assignment: what was handed in, and the marking of it. */
export function AssignmentPage() {
  const { id = '' } = useParams();
  const { data: assignment, error, reload } = useQuery(assignmentKeys.one(id), (db) => getAssignment(db, id));
  const back = <AppLink to="/dashboard/assignments" color="accent.fg">All assignments</AppLink>;
  if (error && !assignment) return <><PageHeader title="Assignment" description={back} /><ErrorState error={error} onRetry={reload} /></>;
  if (!assignment) return <><PageHeader title="Assignment" description={back} /><SkeletonText noOfLines={8} gap="4" /></>;
  const facts = `${assignment.className} · ${assignment.subject} · due ${formatDay(assignment.dueOn)} · out of ${assignment.maxScore}`;
  return (
    <>
      <PageHeader title={assignment.title} description={<Stack gap="1">{facts}{back}</Stack>} actions={<Actions assignment={assignment} />} />
      {assignment.instructions && <Text whiteSpace="pre-wrap" mb="6" maxW="3xl">{assignment.instructions}</Text>}
      <Marking assignment={assignment} />
    </>
  );
}

function Marking({ assignment }: { assignment: AssignmentDetail }) {
  const { id, classId } = assignment;
  const { data: submissions, error, reload } = useQuery(assignmentKeys.submissions(id, classId), (db) => listSubmissions(db, { assignmentId: id, classId }));
  const [chosen, setChosen] = useState<string>();
  const [drafts, setDrafts] = useState<Record<string, Draft | undefined>>({});
  if (error && !submissions) return <ErrorState error={error} onRetry={reload} />;
  if (!submissions) return <SkeletonText noOfLines={8} gap="4" />;
  if (submissions.length === 0) return <EmptyState title="No learners in this class">Learners appear here once they are placed in it.</EmptyState>;
  const waiting = submissions.find(({ submittedAt, gradedAt }) => submittedAt !== null && gradedAt === null);
  const index = Math.max(0, submissions.findIndex(({ studentId }) => studentId === (chosen ?? waiting?.studentId)));
  const current = submissions[index];
  if (!current) return null;
  const move = (step: 1 | -1) => setChosen((submissions[index + step] ?? current).studentId);
  return (
    <Grid templateColumns={{ base: '1fr', lg: '20rem 1fr' }} gap="6" alignItems="start">
      <SubmissionList submissions={submissions} maxScore={assignment.maxScore} chosen={current.studentId} onChoose={setChosen} />
      <MarkForm
        key={current.studentId} assignment={assignment} submission={current} draft={drafts[current.studentId]} place={{ index, count: submissions.length }} onMove={move}
        onDraft={(draft) => { setChosen(current.studentId); setDrafts((all) => ({ ...all, [current.studentId]: draft })); }}
      />
    </Grid>
  );
}

function Actions({ assignment }: { assignment: AssignmentDetail }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'edit' | 'delete'>();
  const remove = useCommand(deleteAssignment, {
    invalidates: ['assignments', 'overview'], onSuccess: () => void navigate('/dashboard/assignments'),
    onError: (error) => toaster.error({ title: 'The assignment was not deleted', description: error.message }),
  });
  return (
    <>
      <Button size="sm" onClick={() => setAsked('edit')}>Edit</Button>
      <Button size="sm" variant="outline" onClick={() => setAsked('delete')}>Delete</Button>
      {asked === 'edit' && <AssignmentDialog assignment={assignment} onClose={() => setAsked(undefined)} />}
      <ConfirmDialog
        isOpen={asked === 'delete'} title={`Delete ${assignment.title}?`} body="What was handed in is deleted with it. Marks already given stay in the gradebook." confirmLabel="Delete assignment" tone="danger"
        isBusy={remove.isRunning} onConfirm={() => void remove.run(assignment.id)} onClose={() => setAsked(undefined)}
      />
    </>
  );
}
