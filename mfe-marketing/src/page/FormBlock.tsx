import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { Alert, Box, ButtonLink } from '@masomo/design-system';

const ContactForm = lazy(async () => ({ default: (await import('../shared/ContactForm.tsx')).ContactForm }));
const DemoForm = lazy(async () => ({ default: (await import('../shared/DemoForm.tsx')).DemoForm }));

/** A form of the site inside a page; without JavaScript, a link to the page that has it. */
export function FormBlock({ form }: { form: 'contact' | 'demo' }) {
  if (form === 'contact')
    return (
      <Suspense
        fallback={
          <ButtonLink to="/contact">
            <Trans>Write to us</Trans>
          </ButtonLink>
        }
      >
        <ContactForm />
      </Suspense>
    );
  return (
    <Suspense
      fallback={
        <ButtonLink to="/demo">
          <Trans>Request a demo</Trans>
        </ButtonLink>
      }
    >
      <DemoRequest />
    </Suspense>
  );
}

function DemoRequest() {
  const [isSent, setIsSent] = useState(false);
  return (
    <Box
      background="bg.panel"
      borderWidth="1px"
      borderColor="border"
      borderRadius="2xl"
      padding={{ base: '6', md: '10' }}
      position="relative"
    >
      {isSent && (
        <Alert.Root status="success" role="status" marginBottom="6">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>
              <Trans>Thank you for your request!</Trans>
            </Alert.Title>
            <Alert.Description>
              <Trans>We will contact you within 24 hours.</Trans>
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      <DemoForm onSent={() => setIsSent(true)} />
    </Box>
  );
}
