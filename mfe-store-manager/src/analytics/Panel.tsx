import type { ReactNode } from 'react';
import { Card, Heading } from '@masomo/design-system';

/** A titled section of the analytics screen. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card.Root as="section" minW="0">
      <Card.Header>
        <Heading as="h2" size="md">
          {title}
        </Heading>
      </Card.Header>
      <Card.Body>{children}</Card.Body>
    </Card.Root>
  );
}
