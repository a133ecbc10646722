import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { Box, Grid, Heading, Stack, Text } from '@masomo/design-system';
import type { DemoRequest } from '@masomo/domain/forms';
import { timings } from '@masomo/domain/timings';
import { CheckList } from '../shared/CheckList.tsx';
import { Section } from '../shared/Section.tsx';
import { useTimedPanel } from '../shared/useTimedPanel.ts';
import { DemoForm } from '../shared/DemoForm.tsx';
import { DemoThanks } from './DemoThanks.tsx';
import { guidedDemoMinutes } from './content.ts';

/** The request form and, for a while after it was sent, a confirmation with the option to schedule a meeting. */
export function DemoRequestSection({ id }: { id: string }) {
  const [sent, setSent] = useState<DemoRequest>();
  const hideConfirmation = useCallback(() => setSent(undefined), []);
  const { pauseProps } = useTimedPanel(sent !== undefined, timings.demoThankYouMs, hideConfirmation);
  return (
    <Section id={id}>
      <Grid templateColumns={{ base: '1fr', lg: '5fr 7fr' }} gap={{ base: '10', lg: '20' }}>
        <Stack gap="5">
          <Heading as="h2" fontSize={{ base: '3xl', md: '4xl' }} letterSpacing="-0.025em" lineHeight="1.1">
            <Trans>Request your demo</Trans>
          </Heading>
          <Text color="fg.muted" fontSize="lg">
            <Trans>
              Five answers are enough. We contact you within 24 hours, the way you prefer, and agree on {guidedDemoMinutes} minutes that
              suit the school day.
            </Trans>
          </Text>
          <CheckList
            points={[
              t`We read your message before we call`,
              t`You see the version you asked about`,
              t`Afterwards you get a written summary with the price`,
            ]}
          />
        </Stack>
        <Box background="bg.panel" borderWidth="1px" borderColor="border" borderRadius="2xl" padding={{ base: '6', md: '10' }}>
          {sent && <DemoThanks request={sent} {...pauseProps} />}
          <DemoForm onSent={setSent} />
        </Box>
      </Grid>
    </Section>
  );
}
