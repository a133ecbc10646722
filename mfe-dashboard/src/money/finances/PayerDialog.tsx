import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { feeKeys, getStatement } from '@masomo/data/money/fees';
import { students } from '@masomo/data/people/personSources';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PersonPicker } from '@masomo/remote/PersonPicker';
import { PaymentDialog } from './PaymentDialog.tsx';

/** Asks for whom a payment is, then records it: for somebody who has the payer before them and no list. */
export function PayerDialog({ onClose }: { onClose: () => void }) {
  const [studentId, setStudentId] = useState('');
  const { data, error, reload, isValidating } = useQuery(studentId ? feeKeys.statement(studentId) : null, (db) =>
    getStatement(db, studentId),
  );
  if (data) return <PaymentDialog payer={{ id: studentId, student: data.student.name, balance: data.balance }} onClose={onClose} />;
  return (
    <FormDialog
      title={t`Record payment`}
      submitLabel={t`Continue`}
      isBusy={studentId !== '' && isValidating}
      isDisabled={!studentId}
      error={error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void reload();
      }}
    >
      <PersonPicker label={t`Student`} required source={students} value={studentId} onChoose={(person) => setStudentId(person?.id ?? '')} />
    </FormDialog>
  );
}
