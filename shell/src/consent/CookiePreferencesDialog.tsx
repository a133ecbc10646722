import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { acceptAll, necessaryOnly, type CookiePreferences } from '@masomo/domain/consent';
import { AppLink, Button, Stack, Text } from '@masomo/design-system';
import { SwitchField } from '@masomo/design-system/forms';
import { Dialog, Portal } from '@masomo/design-system/overlays';
import { saveConsent, showPreferences } from './consentStore.ts';

const close = () => showPreferences(false);

/** The visitor's choice for each kind of cookie. */
export function CookiePreferencesDialog({ isOpen, initial }: { isOpen: boolean; initial: CookiePreferences | null }) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={({ open }) => !open && close()} size="md" placement="center" lazyMount unmountOnExit>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>
                <Trans>Cookie Preferences</Trans>
              </Dialog.Title>
            </Dialog.Header>
            <PreferencesForm initial={initial ?? necessaryOnly} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function PreferencesForm({ initial }: { initial: CookiePreferences }) {
  const [preferences, setPreferences] = useState(initial);
  const optional = [
    {
      name: 'analytics',
      label: t`Analytics`,
      purpose: t`Counts visits to this site, without third parties, so that we see which pages help.`,
    },
    { name: 'marketing', label: t`Marketing`, purpose: t`Remembers which campaign brought you here.` },
    { name: 'functional', label: t`Functional`, purpose: t`Loads the chat, the map and the meeting calendar without asking each time.` },
  ] as const;
  return (
    <>
      <Dialog.Body>
        <Stack gap="5">
          <SwitchField
            label={t`Necessary`}
            helpText={t`Sign-in, the cart, the language, the light or dark theme and this choice. Always on.`}
            checked
            disabled
            readOnly
          />
          {optional.map(({ name, label, purpose }) => (
            <SwitchField
              key={name}
              label={label}
              helpText={purpose}
              checked={preferences[name]}
              onChange={(event) => setPreferences({ ...preferences, [name]: event.target.checked })}
            />
          ))}
          <Text fontSize="sm" color="fg.muted">
            <Trans>
              Read our{' '}
              <AppLink to="/privacy" color="accent.fg" onClick={close}>
                privacy policy
              </AppLink>{' '}
              and our{' '}
              <AppLink to="/terms" color="accent.fg" onClick={close}>
                terms of service
              </AppLink>
              .
            </Trans>
          </Text>
        </Stack>
      </Dialog.Body>
      <Dialog.Footer flexWrap="wrap" gap="2">
        <Button variant="ghost" onClick={() => saveConsent(necessaryOnly)}>
          <Trans>Necessary Only</Trans>
        </Button>
        <Button variant="outline" onClick={() => saveConsent(acceptAll)}>
          <Trans>Accept All</Trans>
        </Button>
        <Button onClick={() => saveConsent(preferences)}>
          <Trans>Save Preferences</Trans>
        </Button>
      </Dialog.Footer>
    </>
  );
}
