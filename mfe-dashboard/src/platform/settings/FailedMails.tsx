import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import { listFailedMails, platformConsoleKeys, retryMail, type FailedMail } from '@masomo/data/platform/platformConsole';
import { formatDateTime } from '@masomo/domain/time';
import { Allowed } from '@masomo/auth';
import { Button, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { RecordList } from '@masomo/remote/RecordList';
import { mailLabel } from '../shared/mailLabels.ts';

const columns: DataTableColumn<FailedMail>[] = [
  { id: 'template', header: t`Email`, cell: mailLabel },
  { id: 'created_at', header: t`Written`, noWrap: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
  { id: 'attempts', header: t`Attempts`, align: 'end', cell: ({ attempts }) => attempts, isOptional: true },
];

/** Emails that were given up, the latest first; to whom and what they say is shown to nobody. */
export function FailedMails() {
  const [toRetry, setToRetry] = useState<FailedMail>();
  const retry = useCommand(retryMail, {
    invalidates: ['overview'],
    onSuccess: () => {
      toaster.success({ title: t`The email is sent again within a minute` });
      setToRetry(undefined);
    },
    onError: (failure) => {
      setToRetry(undefined);
      toaster.error(failureMessage(failure, t`The email could not be sent again`));
    },
  });
  const actions: DataTableColumn<FailedMail> = {
    id: 'actions',
    header: '',
    align: 'end',
    cell: (mail) => (
      <Allowed to="mail:retry">
        <Button
          size="xs"
          variant="outline"
          aria-label={t`Send again: ${mailLabel(mail)}, ${formatDateTime(mail.createdAt)}`}
          onClick={() => setToRetry(mail)}
        >
          <Trans>Send again</Trans>
        </Button>
      </Allowed>
    ),
  };
  return (
    <>
      <RecordList
        label={t`Failed emails`}
        columns={[...columns, actions]}
        sort={{ column: 'created_at', descending: true }}
        pageSize={5}
        export={{
          name: t`Failed emails`,
          columns: [
            { title: t`Email`, value: mailLabel },
            { title: t`Written`, value: ({ createdAt }) => createdAt, as: 'time' },
            { title: t`Attempts`, value: ({ attempts }) => attempts },
          ],
        }}
        keyOf={platformConsoleKeys.failedMails}
        query={listFailedMails}
        rowLabel={mailLabel}
        empty={{ title: t`No failed emails`, text: t`Everything was sent, or is tried again by itself.` }}
      />
      <ConfirmDialog
        isOpen={toRetry !== undefined}
        title={t`Send this email again?`}
        body={t`It was given up after its last attempt. It is tried again from the beginning and still goes out once.`}
        confirmLabel={t`Send again`}
        isBusy={retry.isRunning}
        onConfirm={() => toRetry && void retry.run(toRetry.id)}
        onClose={() => setToRetry(undefined)}
      />
    </>
  );
}
