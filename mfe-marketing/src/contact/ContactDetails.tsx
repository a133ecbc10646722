import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Clock, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Box, ExternalLink, Heading, HStack, Stack, Text } from '@masomo/design-system';
import { FeatureIcon } from '../shared/FeatureIcon.tsx';
import { PlainLink } from '../shared/PlainLink.tsx';
import { OpeningHours } from '../shared/OpeningHours.tsx';
import { useSettings } from '../shared/SiteSettingsGate.tsx';

/** Phone, email, address, business hours and social links. */
export function ContactDetails() {
  const { contact, hours, social } = useSettings();
  return (
    <Stack gap="8">
      <Detail icon={<Phone />} title={t`Phone`}>
        <PlainLink href={`tel:${contact.phone.replace(/\s+/g, '')}`}>{contact.phone}</PlainLink>
      </Detail>
      <Detail icon={<Mail />} title={t`Email`}>
        <PlainLink href={`mailto:${contact.email}`}>{contact.email}</PlainLink>
      </Detail>
      <Detail icon={<MapPin />} title={t`Office`}>
        {contact.addressLines.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
      </Detail>
      <Detail icon={<Clock />} title={t`Business hours`}>
        <OpeningHours hours={hours.office} />
        <Text color="fg.muted">
          <Trans>Closed on Saturday and Sunday</Trans>
        </Text>
      </Detail>
      <Box borderTopWidth="1px" borderColor="border" paddingTop="8">
        <Heading as="h2" fontSize="md" marginBottom="3">
          <Trans>Follow us</Trans>
        </Heading>
        <HStack as="ul" listStyleType="none" gap="5" flexWrap="wrap">
          {social.map((link) => (
            <li key={link.url}>
              <ExternalLink href={link.url}>{link.label}</ExternalLink>
            </li>
          ))}
        </HStack>
      </Box>
    </Stack>
  );
}

function Detail({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <HStack gap="4" align="flex-start">
      <FeatureIcon>{icon}</FeatureIcon>
      <Box>
        <Heading as="h2" fontSize="md" marginBottom="1">
          {title}
        </Heading>
        {children}
      </Box>
    </HStack>
  );
}
