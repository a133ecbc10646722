import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OwnAssignment } from '@masomo/data/learning/assignments';
import { formatDate } from '@masomo/domain/time';
import { Stack, Text } from '@masomo/design-system';
import { FileLinks } from '../../../shared/work/FileLinks.tsx';

/** What is to be done: subject, day, the teacher's words and what is attached. */
export function WorkDetails({ work }: { work: OwnAssignment }) {
  return (
    <Stack gap="3">
      <Text textStyle="sm" color="fg.muted">
        <Trans>
          {work.subject} · due {formatDate(work.dueOn)} · out of {work.maxScore}
        </Trans>
      </Text>
      {work.instructions && <Text whiteSpace="pre-wrap">{work.instructions}</Text>}
      <FileLinks label={t`Attachments`} files={work.attachments} />
    </Stack>
  );
}
