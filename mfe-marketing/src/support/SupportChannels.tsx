import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Mail, MessageCircle, Phone } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button, Card, Heading, SimpleGrid, Text } from '@masomo/design-system';
import { FeatureIcon } from '../shared/FeatureIcon.tsx';
import { Section } from '../shared/Section.tsx';
import { useSettings } from '../shared/SiteSettingsGate.tsx';
import { openChat } from './chat.ts';

const EmailSupportDialog = lazy(() => import('./EmailSupportDialog.tsx').then((dialog) => ({ default: dialog.EmailSupportDialog })));
const PhoneDialog = lazy(() => import('./PhoneDialog.tsx').then((dialog) => ({ default: dialog.PhoneDialog })));

/** Whether the device can dial a number. */
const canDial = () => /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent);

type Channels = 'email' | 'phone';

/** Email, phone and chat. */
export function SupportChannels() {
  const { contact, hours } = useSettings();
  const [open, setOpen] = useState<Channels>();
  // A dialog loads on first use and then stays mounted, so that its exit animation can run.
  const [used, setUsed] = useState<ReadonlySet<Channels>>(new Set());
  const show = (channel: Channels) => {
    setUsed((before) => new Set(before).add(channel));
    setOpen(channel);
  };
  const close = () => setOpen(undefined);
  const tel = `tel:${contact.phone.replace(/\s+/g, '')}`;
  return (
    <Section eyebrow={t`Talk to us`} title={t`Three ways to reach a person`}>
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="6">
        <Channel
          icon={<Mail />}
          title={t`Email Support`}
          text={t`Describe it once, get a ticket number, and an answer within 24 hours.`}
          note={contact.supportEmail}
        >
          <Button onClick={() => show('email')}>
            <Trans>Write to support</Trans>
          </Button>
        </Channel>
        <Channel
          icon={<Phone />}
          title={t`Phone Support`}
          text={t`For the morning the report cards must go out. A person answers, not a menu.`}
          note={<span lang={hours.office.lang}>{hours.office.label}</span>}
        >
          <Button asChild>
            <a
              href={tel}
              onClick={(event) => {
                if (canDial()) return;
                event.preventDefault();
                show('phone');
              }}
            >
              <Trans>Call support</Trans>
            </a>
          </Button>
        </Channel>
        <Channel
          icon={<MessageCircle />}
          title={t`Live Chat`}
          text={t`Short questions, answered in under 5 minutes while the desk is open.`}
          note={<span lang={hours.chat.lang}>{hours.chat.label}</span>}
        >
          <Button onClick={openChat}>
            <Trans>Start a chat</Trans>
          </Button>
        </Channel>
      </SimpleGrid>
      <Suspense fallback={null}>
        {used.has('email') && <EmailSupportDialog isOpen={open === 'email'} onClose={close} />}
        {used.has('phone') && <PhoneDialog isOpen={open === 'phone'} onClose={close} />}
      </Suspense>
    </Section>
  );
}

function Channel({
  icon,
  title,
  text,
  note,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  note: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card.Root as="article" height="full">
      <Card.Body gap="4" padding={{ base: '6', md: '8' }} alignItems="flex-start">
        <FeatureIcon>{icon}</FeatureIcon>
        <Heading as="h3" fontSize="xl" letterSpacing="-0.015em">
          {title}
        </Heading>
        <Text color="fg.muted">{text}</Text>
        <Text fontSize="sm" fontWeight="600">
          {note}
        </Text>
        {children}
      </Card.Body>
    </Card.Root>
  );
}
