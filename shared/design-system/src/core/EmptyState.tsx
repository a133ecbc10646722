import type { ReactNode } from 'react';
import { Box, Heading, VStack } from '@chakra-ui/react';

export type EmptyStateProps = { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode };

/** Nothing here yet, and what to do next. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <VStack gap="3" py="14" px="4" textAlign="center">
      {icon && <Box color="fg.subtle" aria-hidden>{icon}</Box>}
      <Heading as="h3" size="md">{title}</Heading>
      {children && <Box color="fg.muted" maxW="45ch">{children}</Box>}
      {action && <Box pt="2">{action}</Box>}
    </VStack>
  );
}
