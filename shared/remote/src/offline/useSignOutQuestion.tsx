import { plural, t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { useSession } from '@masomo/auth';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { countUnsent, discardUnsent } from './sealedStore.ts';

/** Nobody is kept signed in by a device that does not answer: what it has stays sealed. */
const countForMs = 2_000;
const unknown = () =>
  new Promise<number>((resolve) => {
    setTimeout(() => resolve(0), countForMs);
  });

/** Signing out that first asks what becomes of what this person typed here and the server does not have. */
export function useSignOutQuestion(signOut: () => void): { ask: () => void; question: ReactNode } {
  const { user } = useSession();
  const [unsent, setUnsent] = useState(0);
  const ask = async () => {
    const count = user ? await Promise.race([countUnsent(user.id), unknown()]) : 0;
    if (count > 0) setUnsent(count);
    else signOut();
  };
  const go = () => {
    setUnsent(0);
    signOut();
  };
  // Where the device refuses to remove them they stay sealed, and the person is signed out all the same.
  const discard = () =>
    user &&
    discardUnsent(user.id)
      .catch((error: unknown) => console.warn('What waited on this device could not be removed.', error))
      .finally(go);
  const question = unsent > 0 && (
    <ConfirmDialog
      isOpen
      title={t`${plural(unsent, { one: '# entry is', other: '# entries are' })} not sent yet`}
      body={t`What you typed without a connection is on this device only. If you keep it, nobody else can read it, and it is sent when you sign in here again. Stay signed in to send it now.`}
      cancelLabel={t`Stay signed in`}
      alternative={{ label: t`Discard and sign out`, onChoose: () => void discard() }}
      confirmLabel={t`Keep and sign out`}
      onConfirm={go}
      onClose={() => setUnsent(0)}
    />
  );
  return { ask: () => void ask(), question };
}
