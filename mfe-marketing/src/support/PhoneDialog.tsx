import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button, HStack, Stack, Text, toaster } from '@masomo/design-system';
import { copyText } from '@masomo/domain/secureContext';
import { PlainLink } from '../shared/PlainLink.tsx';
import { OpeningHours } from '../shared/OpeningHours.tsx';
import { useSettings } from '../shared/SiteSettingsGate.tsx';
import { SupportDialog } from './SupportDialog.tsx';

/** Shows the phone number on a device that cannot dial it. */
export function PhoneDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { contact, hours } = useSettings();
  const [isCopied, setIsCopied] = useState(false);
  const copy = () => {
    copyText(contact.phone).then(
      () => setIsCopied(true),
      () => toaster.error({ title: t`The number could not be copied`, description: contact.phone }),
    );
  };
  return (
    <SupportDialog title={t`Call support`} isOpen={isOpen} onClose={onClose}>
      <Stack gap="4">
        <HStack gap="4" flexWrap="wrap">
          <PlainLink href={`tel:${contact.phone.replace(/\s+/g, '')}`} fontSize="2xl" fontWeight="650">
            {contact.phone}
          </PlainLink>
          <Button size="sm" variant="outline" onClick={copy}>
            {isCopied ? t`Copied` : t`Copy number`}
          </Button>
        </HStack>
        <OpeningHours hours={hours.office} />
        <Text color="fg.muted">
          <Trans>Have your school’s name and, if there is one, your ticket number at hand.</Trans>
        </Text>
      </Stack>
    </SupportDialog>
  );
}
