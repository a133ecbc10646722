import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { previewFeeReminders, remindOfFees, reminderKeys, type ReminderPreview } from '@masomo/data/money/feeReminders';
import { Box, ErrorState, SkeletonText, Stack, Text, toaster } from '@masomo/design-system';
import { FormDialog } from '@masomo/remote/FormDialog';
import { formatShillings } from '../../shared/paymentLabels.ts';

/** Shows whom reminders of fees would reach and what the first says, before they are sent; without ids, to everybody who owes. */
export function RemindersDialog({ studentIds, onClose }: { studentIds?: readonly string[]; onClose: () => void }) {
  const { data: preview, error, reload } = useQuery(reminderKeys.preview(studentIds), (db) => previewFeeReminders(db, studentIds));
  const remind = useCommand(remindOfFees, {
    invalidates: ['fees'],
    onSuccess: ({ mailed, unsent, left }) => {
      if (unsent > 0)
        toaster.error({
          title: plural(unsent, { one: '# reminder was not sent', other: '# reminders were not sent' }),
          description: t`${mailed} sent, ${left} emails left today. The limit opens again at midnight: send the rest tomorrow, or subscribe for a higher limit.`,
        });
      else toaster.success({ title: plural(mailed, { one: '# reminder sent', other: '# reminders sent' }) });
      onClose();
    },
    onError: (failure) => toaster.error(failureMessage(failure, t`No reminders were sent`)),
  });
  const count = preview?.mailed ?? 0;
  return (
    <FormDialog
      title={t`Fee reminders`}
      submitLabel={count > 0 ? plural(count, { one: 'Send # email', other: 'Send # emails' }) : t`Send reminders`}
      isBusy={remind.isRunning}
      isDisabled={count === 0}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        return remind.run(studentIds);
      }}
    >
      {error && !preview && <ErrorState error={error} onRetry={reload} />}
      {!error && !preview && <SkeletonText noOfLines={4} />}
      {preview && <Preview {...preview} />}
    </FormDialog>
  );
}

function Preview({ mailed, reminded, unreachable, balance, left, example, how_to_pay: howToPay }: ReminderPreview) {
  const owed = formatShillings(balance);
  return (
    <Stack gap="3">
      <Text fontWeight="600">
        {mailed === 0
          ? t`Nobody is left to remind.`
          : plural(mailed, { one: `# email about ${owed}`, other: `# emails about ${owed} together` })}
      </Text>
      <Stack as="ul" gap="1" ps="5" listStyleType="disc" color="fg.muted" fontSize="sm">
        {reminded > 0 && (
          <li>
            {plural(reminded, {
              one: '# student was reminded of today already.',
              other: '# students were reminded of today already.',
            })}
          </li>
        )}
        {unreachable > 0 && (
          <li>
            {plural(unreachable, {
              one: '# student has no guardian with an email address.',
              other: '# students have no guardian with an email address.',
            })}
          </li>
        )}
        <li>{t`Students without a balance are skipped.`}</li>
        {left < mailed && (
          <li>
            {plural(left, {
              one: 'Only # email is left today. The rest can be sent tomorrow.',
              other: 'Only # emails are left today. The rest can be sent tomorrow.',
            })}
          </li>
        )}
      </Stack>
      {example && <Example {...example} howToPay={howToPay} />}
    </Stack>
  );
}

function Example({ guardian, email, student, balance, overdue, howToPay }: NonNullable<ReminderPreview['example']> & { howToPay: string }) {
  return (
    <Box borderWidth="1px" borderRadius="md" p="3" fontSize="sm">
      <Text color="fg.muted" mb="2" overflowWrap="anywhere">
        <Trans>
          The first, to {guardian} ({email})
        </Trans>
      </Text>
      <Text>
        {overdue > 0
          ? t`${student} owes ${formatShillings(balance)}, of which ${formatShillings(overdue)} is overdue.`
          : t`${student} owes ${formatShillings(balance)}.`}
      </Text>
      <Text mt="1" color={howToPay ? undefined : 'fg.muted'} whiteSpace="pre-line">
        {howToPay || t`The email says nothing about how to pay: add the instructions under School.`}
      </Text>
    </Box>
  );
}
