import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { newId } from '@masomo/domain/secureContext';
import { Text, toaster } from '@masomo/design-system';
import { SelectField, TextAreaField, TextField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';
import { payCourse, paymentMethods, refundCourse } from '../../data/courseCommands.ts';
import type { CourseStudent } from '../../data/courses.ts';
import { priceText } from '../shared/courseTexts.ts';

const methodLabels: Record<(typeof paymentMethods)[number], string> = {
  mpesa: t`M-Pesa`,
  cash: t`Cash`,
  bank: t`Bank`,
  cheque: t`Cheque`,
};

type MoneyDialogProps = { student: CourseStudent; onClose: () => void };

/** Records what was paid for a course in the school's fees; the course opens at once. */
export function PayDialog({ student, onClose }: MoneyDialogProps) {
  const [requestId] = useState(newId);
  const [method, setMethod] = useState<(typeof paymentMethods)[number]>('mpesa');
  const [reference, setReference] = useState('');
  const pay = useCommand(payCourse, {
    invalidates: ['courses', 'fees', 'finances'],
    onSuccess: () => {
      toaster.success({ title: t`Payment recorded`, description: t`The course is open to ${student.name}.` });
      onClose();
    },
  });
  const problem = pay.error?.field === 'reference' ? pay.error.userMessage : undefined;
  return (
    <FormDialog
      title={t`Payment of ${student.name}`}
      submitLabel={t`Record ${priceText(student.price)}`}
      isBusy={pay.isRunning}
      error={problem ? undefined : pay.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void pay.run({ enrolmentId: student.enrolmentId, method, reference, requestId });
      }}
    >
      <Text color="fg.muted">
        {t`It goes into the school’s fees with an invoice and a receipt. A payment that is there already under the same reference is taken.`}
      </Text>
      <SelectField
        label={t`Paid by`}
        options={paymentMethods.map((value) => ({ value, label: methodLabels[value] }))}
        value={method}
        onChange={(event) => setMethod(paymentMethods.find((known) => known === event.currentTarget.value) ?? 'mpesa')}
      />
      <TextField
        label={method === 'mpesa' ? t`M-Pesa code` : t`Reference`}
        required={method !== 'cash'}
        maxLength={60}
        helpText={method === 'mpesa' ? t`10 letters and digits of the M-Pesa message, such as SKL7X2M9QP` : undefined}
        error={problem}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Takes the payment of a course back; what the student did stays. */
export function RefundDialog({ student, onClose }: MoneyDialogProps) {
  const [reason, setReason] = useState('');
  const refund = useCommand(refundCourse, { invalidates: ['courses', 'fees', 'finances'], onSuccess: onClose });
  return (
    <FormDialog
      title={t`Refund ${student.name}?`}
      submitLabel={t`Refund`}
      isBusy={refund.isRunning}
      error={refund.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void refund.run({ enrolmentId: student.enrolmentId, reason });
      }}
    >
      <Text color="fg.muted">
        {t`The payment is reversed and its charge credited. The course closes for the student; progress, marks and certificate stay.`}
      </Text>
      <TextAreaField label={t`Reason`} required maxLength={300} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
    </FormDialog>
  );
}
