import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getClient, useSession } from '@masomo/auth';
import { type Db, useCommand } from '@masomo/data';
import { deleteDocument, uploadDocument } from '@masomo/data/messages/documentFiles';
import { documentTypes, maxDocumentBytes } from '@masomo/data/messages/documents';
import { Button, HStack, Stack, Text } from '@masomo/design-system';
import { FieldFrame, FileInput } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { addLessonFile } from '../../data/courseCommands.ts';
import type { Lesson } from '../../data/courses.ts';

/** The files of a lesson: only those who take the course can open them. */
export function FilesDialog({ lesson, onClose }: { lesson: Lesson; onClose: () => void }) {
  const schoolId = useSession().user?.schoolId ?? '';
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  const add = useCommand(
    async (db: Db, file: File) => {
      const title = file.name.replace(/\.[^.]+$/, '').slice(0, 160) || file.name;
      const fields = { title, audience: [] };
      const documentId = await uploadDocument(db, await getClient(), { schoolId, studentId: '', file, fields });
      await addLessonFile(db, { lessonId: lesson.id, documentId });
    },
    { invalidates: ['courses', 'documents'], onSuccess: () => setRound((before) => before + 1) },
  );
  const remove = useCommand(async (db: Db, id: string) => deleteDocument(db, await getClient(), { id, reason: null }), {
    invalidates: ['courses', 'documents'],
  });
  const choose = (file: File | undefined) => {
    const tooLarge = (file?.size ?? 0) > maxDocumentBytes;
    setProblem(tooLarge ? t`Choose a file of at most 25 MB` : undefined);
    if (file && !tooLarge) void add.run(file);
  };
  return (
    <FormDialog
      title={t`Files of ${lesson.title}`}
      submitLabel={t`Close`}
      isNotice
      isBusy={add.isRunning || remove.isRunning}
      error={add.error?.userMessage ?? remove.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {lesson.files.length === 0 ? (
        <Text color="fg.muted">{t`No files yet.`}</Text>
      ) : (
        <Stack as="ul" gap="2" listStyleType="none">
          {lesson.files.map((file) => (
            <HStack as="li" key={file.id} justify="space-between" gap="3">
              <Text minW="0">{file.title}</Text>
              <Button
                size="xs"
                variant="ghost"
                disabled={remove.isRunning}
                aria-label={t`Remove ${file.title}`}
                onClick={() => void remove.run(file.id)}
              >
                <Trans>Remove</Trans>
              </Button>
            </HStack>
          ))}
        </Stack>
      )}
      <FieldFrame
        label={t`Add a file`}
        error={problem}
        helpText={t`PDF, Word, Excel, PowerPoint, text or a picture, up to 25 MB. Students see it while the course is open to them.`}
      >
        {(control) => (
          <FileInput
            key={round}
            {...control}
            accept={documentTypes}
            disabled={add.isRunning}
            onChange={(event) => choose(event.currentTarget.files?.[0])}
          />
        )}
      </FieldFrame>
    </FormDialog>
  );
}
