import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useSession } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { attachFiles, detachFile, mostAttachments, type WorkFile } from '@masomo/data/learning/assignmentFiles';
import type { AssignmentDetail } from '@masomo/data/learning/assignments';
import { Box, Button, Heading, Stack, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { AddFiles } from '../../shared/work/AddFiles.tsx';
import { ChosenFiles } from '../../shared/work/ChosenFiles.tsx';
import { FileLinks } from '../../shared/work/FileLinks.tsx';
import { uploadedFiles } from '../../shared/work/createFileSender.ts';
import { useFileSender } from '../../shared/work/useFileSender.ts';

/** What is attached to an assignment; its teacher adds and removes files, which the class sees at once. */
export function AttachmentsCard({ assignment: { id, attachments, teacherId } }: { assignment: AssignmentDetail }) {
  const { user } = useSession();
  const isOwn = user?.id === teacherId;
  const [toRemove, setToRemove] = useState<WorkFile>();
  const { sender, files } = useFileSender();
  const invalidates = ['assignments'];
  const attach = useCommand(attachFiles, {
    invalidates,
    isQueued: true,
    onError: (error) => toaster.error(failureMessage(error, t`The file was not attached`)),
  });
  const detach = useCommand(detachFile, { invalidates, onSuccess: () => setToRemove(undefined) });
  const { run } = attach;
  const arrived = files.find(({ state }) => state === 'sent');
  useEffect(() => {
    if (!arrived) return;
    void run({ assignmentId: id, files: uploadedFiles([arrived]) }).then(() => sender.remove(arrived.id));
  }, [arrived, id, run, sender]);
  if (!isOwn && attachments.length === 0) return null;
  return (
    <Stack as="section" gap="3" mb="6" maxW="3xl" aria-labelledby="attachments">
      <Heading as="h2" size="md" id="attachments">
        <Trans>Attachments</Trans>
      </Heading>
      <FileLinks
        label={t`Attachments`}
        files={attachments}
        actions={(file) =>
          isOwn && (
            <Button size="xs" variant="ghost" aria-label={t`Remove ${file.name}`} onClick={() => setToRemove(file)}>
              <Trans>Remove</Trans>
            </Button>
          )
        }
      />
      {isOwn && (
        <Box>
          <ChosenFiles label={t`Chosen files`} files={files} sender={sender} onRemove={(file) => sender.remove(file.id)} />
          <Box mt={files.length > 0 ? '3' : '0'}>
            <AddFiles room={mostAttachments - attachments.length - files.length} onAdd={(chosen) => void sender.add(chosen)} />
          </Box>
        </Box>
      )}
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title={toRemove ? t`Remove ${toRemove.name}?` : ''}
        body={detach.error?.userMessage ?? t`The class can no longer open it.`}
        confirmLabel={t`Remove`}
        tone="danger"
        isBusy={detach.isRunning}
        onConfirm={() => toRemove && void detach.run(toRemove.id)}
        onClose={() => setToRemove(undefined)}
      />
    </Stack>
  );
}
