import type { ReactNode } from 'react';
import { Alert, Box, Card, Heading, Stack } from '@masomo/design-system';

/** One limit of the plan, with how far the school is. */
export function LimitCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card.Root as="section" aria-labelledby={id}>
      <Card.Header>
        <Heading as="h2" size="md" id={id}>
          {title}
        </Heading>
      </Card.Header>
      <Card.Body>
        <Stack gap="3">{children}</Stack>
      </Card.Body>
    </Card.Root>
  );
}

export const Bar = ({ percent, isNoted }: { percent: number; isNoted: boolean }) => (
  <Box h="2" borderRadius="full" bg="bg.muted" overflow="hidden" aria-hidden>
    <Box h="full" w={`${Math.min(percent, 100)}%`} bg={isNoted ? 'warning.solid' : 'accent.solid'} />
  </Box>
);

export const Note = ({ status, children }: { status: 'info' | 'warning'; children: ReactNode }) => (
  <Alert.Root status={status}>
    <Alert.Indicator />
    <Alert.Description>{children}</Alert.Description>
  </Alert.Root>
);
