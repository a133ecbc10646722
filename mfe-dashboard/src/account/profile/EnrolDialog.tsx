import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { confirmAuthenticator, enrolAuthenticator } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { typedCode } from '@masomo/domain/typedNumber';
import { Image, Text, toaster } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';
import { FormDialog } from '@masomo/remote/FormDialog';

type Enrolment = Awaited<ReturnType<typeof enrolAuthenticator>>;

/** Enrols an authenticator app: name it, scan the QR code, confirm with the first code. */
export function EnrolDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [name, setName] = useState(t`My phone`);
  const [code, setCode] = useState('');
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const enrol = useCommand(() => enrolAuthenticator(name), { onSuccess: setEnrolment });
  const confirm = useCommand(async () => enrolment && confirmAuthenticator(enrolment.id, typedCode(code)), {
    onSuccess: () => {
      toaster.success({ title: t`Two-step sign-in is on` });
      onDone();
    },
  });
  if (!enrolment) {
    return (
      <FormDialog
        title={t`Set up an authenticator app`}
        submitLabel={t`Continue`}
        isBusy={enrol.isRunning}
        error={enrol.error?.userMessage}
        onClose={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          void enrol.run(undefined);
        }}
      >
        <TextField
          label={t`Name of the phone`}
          required
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={t`Scan this code`}
      submitLabel={t`Turn on`}
      isBusy={confirm.isRunning}
      error={confirm.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm.run(undefined);
      }}
    >
      <Text>
        <Trans>Scan it with your authenticator app, then enter the six digits the app shows.</Trans>
      </Text>
      <Image
        src={enrolment.qrCode}
        alt={t`Code to scan with the authenticator app`}
        boxSize="48"
        alignSelf="center"
        bg="white"
        p="2"
        borderRadius="md"
      />
      <Text fontSize="sm" color="fg.muted" wordBreak="break-all">
        <Trans>Or type this key into the app: {enrolment.secret}</Trans>
      </Text>
      <TextField
        label={t`Code`}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
