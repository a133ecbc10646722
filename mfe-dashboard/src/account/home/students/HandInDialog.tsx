import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '@masomo/auth';
import { asDataError, useCommand } from '@masomo/data';
import { mostPages } from '@masomo/data/learning/assignmentFiles';
import { submitAnswer, type OwnAssignment } from '@masomo/data/learning/assignments';
import { SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { TextAreaField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { AddFiles } from '../../../shared/work/AddFiles.tsx';
import { ChosenFiles } from '../../../shared/work/ChosenFiles.tsx';
import { uploadedFiles, type SentFile } from '../../../shared/work/createFileSender.ts';
import { areSent, useFileSender } from '../../../shared/work/useFileSender.ts';
import { atMostCharacters } from '../../../shared/atMostCharacters.ts';
import { WorkDetails } from './WorkDetails.tsx';
import { dropPage, dropWorkDraft, keepAnswer, keepOrder, keepPage, readWorkDraft, type WorkDraft } from './workDrafts.ts';

const mostCharacters = 20_000;
/** What is typed is kept on the device after so long without a key. */
const keepAfterMs = 600;

type HandInDialogProps = { work: OwnAssignment; onClose: () => void };

/** Opens once it is known what this device keeps of the work from before. */
export function HandInDialog({ work, onClose }: HandInDialogProps) {
  const { user } = useSession();
  const owner = user?.id ?? '';
  const [draft, setDraft] = useState<WorkDraft>();
  useEffect(() => {
    let isCurrent = true;
    void readWorkDraft(owner, work.id).then((read) => {
      if (isCurrent) setDraft(read);
    });
    return () => {
      isCurrent = false;
    };
  }, [owner, work.id]);
  if (draft) return <HandInForm work={work} owner={owner} draft={draft} onClose={onClose} />;
  return (
    <FormDialog title={work.title} submitLabel={t`Hand in`} isBusy={false} isDisabled onClose={onClose} onSubmit={() => undefined}>
      <SkeletonText noOfLines={4} gap="3" />
    </FormDialog>
  );
}

/** Pages that were handed in before, which only the server has. */
const handedIn = ({ pages }: OwnAssignment): SentFile[] =>
  pages.map(({ id, name, path, size, type }) => ({ id, name, path, size, type, state: 'sent', progress: 1, bytes: null }));

/** As the student has put them; those that came since are last. */
const inOrderOf = (order: readonly string[], files: readonly SentFile[]): SentFile[] => {
  const placeOf = ({ id }: SentFile) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...files].sort((one, other) => placeOf(one) - placeOf(other));
};

function HandInForm({ work, owner, draft, onClose }: HandInDialogProps & { owner: string; draft: WorkDraft }) {
  const [answer, setAnswer] = useState(draft.answer ?? work.answer);
  const [problem, setProblem] = useState<string>();
  const [isWanted, setIsWanted] = useState(false);
  const [isKept, setIsKept] = useState(false);
  const unkept = useRef<string>(undefined);
  const changes = useRef(0);
  const isWhole = useRef(true);
  /** Says that the device has all of it once it has what was changed last. */
  const follow = (kept: Promise<boolean>) => {
    const change = (changes.current += 1);
    setIsKept(false);
    void kept.then((isThere) => {
      isWhole.current &&= isThere;
      setIsKept(isWhole.current && change === changes.current && unkept.current === undefined);
    });
  };
  const keepTyped = () => {
    const typed = unkept.current;
    unkept.current = undefined;
    if (typed !== undefined) follow(keepAnswer(owner, work.id, typed));
  };
  const { sender, files } = useFileSender((file) => follow(keepPage(owner, work.id, file)));
  useEffect(() => {
    sender.restore(inOrderOf(draft.order, [...handedIn(work), ...draft.files]));
  }, [sender, work, draft]);
  useEffect(() => {
    const timer = setTimeout(keepTyped, keepAfterMs);
    return () => clearTimeout(timer);
    // Each letter starts the time again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [answer]);
  // What was typed just before the dialog is closed.
  useEffect(
    () => () => {
      if (unkept.current !== undefined) void keepAnswer(owner, work.id, unkept.current);
    },
    [owner, work.id],
  );

  const send = useCommand(submitAnswer, {
    invalidates: ['assignments', 'overview'],
    onSuccess: () => {
      unkept.current = undefined;
      void dropWorkDraft(owner, work.id);
      toaster.success({ title: t`${work.title} submitted` });
      onClose();
    },
    onError: (error) => {
      setIsWanted(false);
      // What is not handed in within a day is removed from the server; the device still has it.
      if (asDataError(error).code === 'document.no_file') sender.resend();
    },
  });
  const taken = files.filter(({ state }) => state !== 'refused');
  const isReady = areSent(taken);
  const { run } = send;
  const handIn = () => void run({ assignmentId: work.id, answer: answer.trim(), files: uploadedFiles(taken) });
  useEffect(() => {
    if (!isWanted || !isReady) return;
    setIsWanted(false);
    handIn();
    // It is handed in once, when the last page has arrived.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isWanted, isReady]);

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (answer.trim() === '' && taken.length === 0) return setProblem(t`Write your answer, or add a photo or a file of your work.`);
    if (answer.length > mostCharacters) return setProblem(atMostCharacters(mostCharacters));
    setProblem(undefined);
    if (isReady) handIn();
    else setIsWanted(true);
  };
  return (
    <FormDialog
      title={work.title}
      submitLabel={isWanted ? t`Waits for the pages` : t`Hand in`}
      isBusy={send.isRunning}
      isDisabled={isWanted}
      error={send.error?.userMessage}
      onClose={onClose}
      onSubmit={submit}
    >
      <WorkDetails work={work} />
      <TextAreaField
        label={t`Your answer`}
        rows={6}
        helpText={t`You can change it until your teacher marks it.`}
        error={problem}
        value={answer}
        onChange={({ currentTarget: { value } }) => {
          unkept.current = value;
          setIsKept(false);
          setAnswer(value);
        }}
      />
      <Stack gap="3" as="section" aria-label={t`Photos and files`}>
        <Text textStyle="sm" fontWeight="500">
          <Trans>Photos and files</Trans>
        </Text>
        <ChosenFiles
          label={t`Chosen photos and files`}
          files={files}
          sender={sender}
          onRemove={(file) => {
            sender.remove(file.id);
            follow(dropPage(owner, work.id, file.id));
          }}
          onMove={(file, direction) => {
            sender.move(file.id, direction);
            follow(
              keepOrder(
                owner,
                work.id,
                sender.get().map(({ id }) => id),
              ),
            );
          }}
        />
        <AddFiles room={mostPages - files.length} hasPages={files.length > 0} withCamera onAdd={(chosen) => void sender.add(chosen)} />
        <Text textStyle="xs" color="fg.muted">
          <Trans>Up to {mostPages} pages. Pictures are made smaller before they are sent, and say nothing of where they were taken.</Trans>
        </Text>
        {isKept && (
          <Text textStyle="xs" color="fg.muted" role="status">
            <Trans>Kept on this device until you hand it in.</Trans>
          </Text>
        )}
        {isWanted && (
          <Text textStyle="sm" role="status">
            <Trans>It is handed in as soon as all pages have arrived. Leave this open.</Trans>
          </Text>
        )}
      </Stack>
    </FormDialog>
  );
}
