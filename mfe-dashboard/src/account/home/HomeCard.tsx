import type { ReactNode } from 'react';
import { AppLink, Card, Heading, HStack } from '@masomo/design-system';

type HomeCardProps = { id: string; title: ReactNode; link?: { to: string; label: string }; children: ReactNode };

/** A part of the home: its title, the screen with all of it, and what is shown. */
export function HomeCard({ id, title, link, children }: HomeCardProps) {
  return (
    <Card.Root as="section" aria-labelledby={id} minW="0">
      <Card.Body py="4" px={{ base: '4', md: '5' }}>
        <HStack justify="space-between" gap="3" mb="3">
          <Heading as="h2" size="md" id={id}>
            {title}
          </Heading>
          {link && (
            <AppLink to={link.to} color="accent.fg" textStyle="sm" flexShrink="0">
              {link.label}
            </AppLink>
          )}
        </HStack>
        {children}
      </Card.Body>
    </Card.Root>
  );
}
