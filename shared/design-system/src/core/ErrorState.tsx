import { Box, Button, Heading, VStack } from '@chakra-ui/react';
import { TriangleAlertIcon } from 'lucide-react';

export type ErrorStateProps = { title?: string; error: { message: string }; onRetry?: () => unknown };

/** Something could not be read: what happened in words, and a way to try again. */
export function ErrorState({ title = 'This could not be loaded', error, onRetry }: ErrorStateProps) {
  return (
    <VStack role="alert" gap="3" py="12" px="4" textAlign="center">
      <Box color="danger.fg" aria-hidden><TriangleAlertIcon size={28} /></Box>
      <Heading as="h3" size="md">{title}</Heading>
      <Box color="fg.muted" maxW="50ch">{error.message}</Box>
      {onRetry && <Button variant="outline" size="sm" onClick={() => void onRetry()}>Try again</Button>}
    </VStack>
  );
}
