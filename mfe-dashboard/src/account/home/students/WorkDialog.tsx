import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OwnAssignment } from '@masomo/data/learning/assignments';
import { formatDateTime } from '@masomo/domain/time';
import { Box, Button, Heading, Stack, Text } from '@masomo/design-system';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { FileLinks } from '../../../shared/work/FileLinks.tsx';
import { WorkDetails } from './WorkDetails.tsx';

type WorkDialogProps = { work: OwnAssignment; /** For who may hand it in now. */ onHandIn?: (() => void) | undefined; onClose: () => void };

/** An assignment to read once more: what is to be done, and what was handed in. */
export function WorkDialog({ work, onHandIn, onClose }: WorkDialogProps) {
  const hasAnswer = work.submittedAt !== null;
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} placement="center" scrollBehavior="inside">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{work.title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Stack gap="5">
                <WorkDetails work={work} />
                {!work.instructions && work.attachments.length === 0 && (
                  <Text color="fg.muted">
                    <Trans>The teacher has written no instructions.</Trans>
                  </Text>
                )}
                {hasAnswer && (
                  <Stack as="section" gap="2" aria-labelledby="handed-in">
                    <Heading as="h3" size="sm" id="handed-in">
                      <Trans>Handed in {formatDateTime(work.submittedAt ?? '')}</Trans>
                    </Heading>
                    {work.answer && (
                      <Box bg="bg.muted" borderRadius="md" p="3">
                        <Text whiteSpace="pre-wrap">{work.answer}</Text>
                      </Box>
                    )}
                    <FileLinks label={t`Handed in photos and files`} files={work.pages} />
                  </Stack>
                )}
                {work.score !== null && (
                  <Stack as="section" gap="1" aria-labelledby="work-mark">
                    <Heading as="h3" size="sm" id="work-mark">
                      <Trans>
                        Mark: {work.score} of {work.maxScore}
                      </Trans>
                    </Heading>
                    {work.feedback && <Text whiteSpace="pre-wrap">{work.feedback}</Text>}
                  </Stack>
                )}
              </Stack>
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" onClick={onClose}>
                <Trans>Close</Trans>
              </Button>
              {onHandIn && <Button onClick={onHandIn}>{hasAnswer ? t`Change` : t`Hand in`}</Button>}
            </Dialog.Footer>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" aria-label={t`Close`} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
