import { useState } from 'react';
import { confirmAuthenticator, enrolAuthenticator } from '@masomo/auth';
import { useCommand } from '@masomo/data';
import { Image, Text } from '@masomo/design-system';
import { TextField } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';
import { FormDialog } from '../../shared/FormDialog.tsx';

type Enrolment = Awaited<ReturnType<typeof enrolAuthenticator>>;

/** Enrols an authenticator app: name it, scan the QR code, confirm with the first code. */
export function EnrolDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [name, setName] = useState('My phone');
  const [code, setCode] = useState('');
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const enrol = useCommand(() => enrolAuthenticator(name), { onSuccess: setEnrolment });
  const confirm = useCommand(async () => enrolment && confirmAuthenticator(enrolment.id, code), {
    onSuccess: () => {
      toaster.success({ title: 'Two-step sign-in is on' });
      onDone();
    },
  });
  if (!enrolment) {
    return (
      <FormDialog
        title="Set up an authenticator app"
        submitLabel="Continue"
        isBusy={enrol.isRunning}
        error={enrol.error?.userMessage}
        onClose={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          void enrol.run(undefined);
        }}
      >
        <TextField
          label="Name of the phone"
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
      title="Scan this code"
      submitLabel="Turn on"
      isBusy={confirm.isRunning}
      error={confirm.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm.run(undefined);
      }}
    >
      <Text>Scan it with your authenticator app, then enter the six digits the app shows.</Text>
      <Image
        src={enrolment.qrCode}
        alt="Code to scan with the authenticator app"
        boxSize="48"
        alignSelf="center"
        bg="white"
        p="2"
        borderRadius="md"
      />
      <Text fontSize="sm" color="fg.muted" wordBreak="break-all">
        Or type this key into the app: {enrolment.secret}
      </Text>
      <TextField
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
