import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { behaviourKeys, getBehaviourEntry, type BehaviourEntry } from '../../data/behaviour.ts';
import { shareBehaviour } from '../../data/behaviourCommands.ts';
import { formatDate } from '@masomo/domain/time';
import { AppLink, Badge, Box, Button, ErrorState, HStack, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { SwitchField } from '@masomo/design-system/forms';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { CloseFollowUpDialog } from '../shared/CloseFollowUpDialog.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { WithdrawDialog } from './WithdrawDialog.tsx';
import { kindColors, kindLabels, signedPoints } from '../shared/behaviourLabels.ts';

type EntryDialogProps = { id: string; isReadOnly: boolean; onClose: () => void };

/** Everything about one entry: what was agreed, its follow-ups, and whether the family sees it. */
export function EntryDialog({ id, isReadOnly, onClose }: EntryDialogProps) {
  const { data: entry, error, reload } = useQuery(behaviourKeys.entry(id), (db) => getBehaviourEntry(db, id));
  const [step, setStep] = useState<'plan' | 'withdraw' | { close: BehaviourEntry['followUps'][number] }>();
  const back = () => setStep(undefined);
  if (entry && step === 'plan') return <PlanDialog entry={entry} onClose={back} />;
  if (entry && step === 'withdraw') return <WithdrawDialog entry={entry} onClose={back} />;
  if (entry && typeof step === 'object')
    return <CloseFollowUpDialog id={step.close.id} student={entry.student} task={step.close.task} onClose={back} />;
  const canChange = !isReadOnly && entry && !entry.withdrawnReason;
  return (
    <Dialog.Root open onOpenChange={({ open }) => !open && onClose()} placement="center" scrollBehavior="inside">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{entry ? entry.student : t`Behaviour`}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              {error && !entry && <ErrorState error={error} onRetry={reload} />}
              {!error && entry === undefined && <SkeletonText noOfLines={5} />}
              {entry === null && <Text>{t`This entry is no longer here.`}</Text>}
              {entry && <Details entry={entry} canChange={canChange === true} onCloseFollowUp={(close) => setStep({ close })} />}
            </Dialog.Body>
            {canChange && (
              <Dialog.Footer>
                <Button variant="ghost" onClick={() => setStep('withdraw')}>
                  <Trans>Withdraw</Trans>
                </Button>
                <Button onClick={() => setStep('plan')}>
                  <Trans>Plan a follow-up</Trans>
                </Button>
              </Dialog.Footer>
            )}
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" aria-label={t`Close`} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

type DetailsProps = {
  entry: BehaviourEntry;
  canChange: boolean;
  onCloseFollowUp: (followUp: BehaviourEntry['followUps'][number]) => void;
};

function Details({ entry, canChange, onCloseFollowUp }: DetailsProps) {
  const share = useCommand(shareBehaviour, {
    invalidates: ['behaviour'],
    onError: (failure) => toaster.error(failureMessage(failure, t`Nothing was changed`)),
  });
  return (
    <Stack gap="5">
      <HStack gap="2" wrap="wrap">
        <Badge colorPalette={kindColors[entry.kind]}>{kindLabels[entry.kind]}</Badge>
        <Text fontWeight="600">{entry.category}</Text>
        <Text color="fg.muted">{t`${signedPoints(entry)} points on ${formatDate(entry.happenedOn)}, recorded by ${entry.recordedBy || t`Unknown`}`}</Text>
      </HStack>
      {entry.withdrawnReason && <Part title={t`Withdrawn`}>{entry.withdrawnReason}</Part>}
      <Part title={t`What happened`}>{entry.note || t`No note.`}</Part>
      <Part title={t`Agreement`}>{entry.agreed || t`No agreement.`}</Part>
      {!entry.withdrawnReason && (
        <SwitchField
          label={t`Shared with the family`}
          helpText={t`The family sees what happened and the agreement, and is notified.`}
          checked={entry.isShared}
          disabled={!canChange || share.isRunning}
          onChange={(event) => void share.run({ id: entry.id, isShared: event.currentTarget.checked })}
        />
      )}
      <Part title={t`Follow-ups`}>
        {entry.followUps.length === 0 && t`No follow-ups planned.`}
        <Stack as="ul" listStyleType="none" gap="3">
          {entry.followUps.map((followUp) => (
            <HStack as="li" key={followUp.id} justify="space-between" align="flex-start" gap="3">
              <Box>
                <Text>{followUp.task}</Text>
                <Text fontSize="sm" color="fg.muted">
                  {followUp.done_at
                    ? t`Done: ${followUp.outcome ?? ''}`
                    : t`${followUp.person ?? t`Nobody`}, until ${formatDate(followUp.due_on)}`}
                </Text>
              </Box>
              {canChange && !followUp.done_at && (
                <Button size="xs" variant="outline" aria-label={t`Close: ${followUp.task}`} onClick={() => onCloseFollowUp(followUp)}>
                  <Trans>Done</Trans>
                </Button>
              )}
            </HStack>
          ))}
        </Stack>
      </Part>
      <AppLink to={`/dashboard/students/${entry.studentId}`} color="accent.fg">
        <Trans>View student</Trans>
      </AppLink>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section" aria-label={title}>
      <Text textStyle="sm" fontWeight="600" color="fg.muted">
        {title}
      </Text>
      <Box whiteSpace="pre-line">{children}</Box>
    </Box>
  );
}
