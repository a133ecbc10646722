import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Alert, Box, Container, Eyebrow, Grid, Heading, Stack, Text } from '@masomo/design-system';
import { CheckList } from '../shared/CheckList.tsx';
import { TextLink } from '../shared/TextLink.tsx';
import { TrialForm } from './TrialForm.tsx';

/** Where a school starts its trial by itself. */
export function TrialPage() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Box as="section" background="bg.subtle" borderBottomWidth="1px" borderColor="border">
      <Container maxWidth="7xl" paddingBlock={{ base: '12', md: '20' }}>
        <Grid templateColumns={{ base: '1fr', lg: '5fr 6fr' }} gap={{ base: '10', lg: '20' }} alignItems="start">
          <Stack gap="6">
            <Eyebrow>
              <Trans>Free trial</Trans>
            </Eyebrow>
            <Heading as="h1" fontSize={{ base: '4xl', md: '5xl' }} lineHeight="1.05" letterSpacing="-0.03em" textWrap="balance">
              <Trans>Try it with your own school for a month</Trans>
            </Heading>
            <Text color="fg.muted" fontSize={{ base: 'lg', md: 'xl' }} textWrap="pretty">
              <Trans>
                Everything in the SaaS version that is ready, for one calendar month. No card, and nothing is charged when it ends: you
                choose a plan or you leave.
              </Trans>
            </Text>
            <CheckList
              points={[
                t`Your school opens with classes, subjects and the terms of the year`,
                t`You import your students from a spreadsheet`,
                t`Everything you enter stays when you choose a plan`,
              ]}
            />
            <Text color="fg.muted">
              <Trans>
                Would you rather see it with us first? <TextLink to="/demo#demo-request-form">Request a demo</TextLink>. Standalone has{' '}
                <TextLink to="/demo">live demos</TextLink> instead of a trial.
              </Trans>
            </Text>
          </Stack>
          <Box background="bg.panel" borderWidth="1px" borderColor="border" borderRadius="2xl" padding={{ base: '6', md: '10' }}>
            {sentTo === undefined ? <TrialForm onSent={setSentTo} /> : <Sent email={sentTo} />}
          </Box>
        </Grid>
      </Container>
    </Box>
  );
}

/** Says the same to an address that has an account, which gets another mail. */
function Sent({ email }: { email: string }) {
  const panel = useRef<HTMLDivElement>(null);
  // The form was long: on a phone the place of its button is below this confirmation, in the footer.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Alert.Root ref={panel} status="success" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          <Trans>Check your inbox</Trans>
        </Alert.Title>
        <Alert.Description>
          <Trans>
            We have emailed {email}. The link in the email opens your school and works for one hour. Nothing after a few minutes? Check your
            spam folder, or send the form again.
          </Trans>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
