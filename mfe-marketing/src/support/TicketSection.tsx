import { t } from '@lingui/core/macro';
import { Box } from '@masomo/design-system';
import { Section } from '../shared/Section.tsx';
import { TicketForm } from './TicketForm.tsx';

/** Section with the ticket form. */
export function TicketSection() {
  return (
    <Section
      id="ticket"
      eyebrow={t`Ticket`}
      title={t`Open a ticket`}
      lead={t`You get a number to quote. Tell us what you did, what you expected and what happened instead.`}
    >
      <Box
        maxWidth="4xl"
        background="bg.panel"
        borderWidth="1px"
        borderColor="border"
        borderRadius="2xl"
        padding={{ base: '6', md: '10' }}
        position="relative"
      >
        <TicketForm />
      </Box>
    </Section>
  );
}
