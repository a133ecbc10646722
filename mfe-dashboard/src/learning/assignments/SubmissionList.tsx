import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Submission } from '@masomo/data/learning/assignments';
import { Badge, Box, Button, List, Text } from '@masomo/design-system';

function submissionBadge(submission: Submission, maxScore: number) {
  if (submission.gradedAt)
    return (
      <Badge colorPalette="green">
        {submission.score} / {maxScore}
      </Badge>
    );
  return submission.submittedAt ? (
    <Badge colorPalette="orange">
      <Trans>To mark</Trans>
    </Badge>
  ) : (
    <Badge>
      <Trans>Not handed in</Trans>
    </Badge>
  );
}

type SubmissionListProps = { submissions: Submission[]; maxScore: number; selectedId: string; onSelect: (studentId: string) => void };

export function SubmissionList({ submissions, maxScore, selectedId, onSelect }: SubmissionListProps) {
  const handedIn = submissions.filter(({ submittedAt }) => submittedAt !== null).length;
  const marked = submissions.filter(({ gradedAt }) => gradedAt !== null).length;
  return (
    <Box as="section" aria-label={t`Students`}>
      <Text fontSize="sm" color="fg.muted" mb="2">
        <Trans>
          {handedIn} of {submissions.length} handed in, {marked} marked
        </Trans>
      </Text>
      <List.Root
        listStyle="none"
        ps="0"
        gap="0"
        borderWidth="1px"
        borderRadius="lg"
        bg="bg.panel"
        maxH={{ base: '64', lg: '36rem' }}
        overflowY="auto"
      >
        {submissions.map((submission) => (
          <List.Item key={submission.studentId} borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
            <Button
              variant={submission.studentId === selectedId ? 'subtle' : 'ghost'}
              w="full"
              h="auto"
              minH="12"
              px="4"
              borderRadius="0"
              justifyContent="space-between"
              aria-current={submission.studentId === selectedId ? 'true' : undefined}
              onClick={() => onSelect(submission.studentId)}
            >
              <span>{submission.student}</span>
              {submissionBadge(submission, maxScore)}
            </Button>
          </List.Item>
        ))}
      </List.Root>
    </Box>
  );
}
