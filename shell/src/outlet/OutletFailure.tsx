import { Button, Card, Center, Heading, Text } from '@masomo/design-system';
import type { ShellError } from '../composition/shellErrors.ts';

/** Stands in the place of a remote that failed. Everything around it keeps working. */
export function OutletFailure({ error, onRetry }: { error: ShellError; onRetry: () => void }) {
  return (
    <Center py="16" px="4">
      <Card.Root role="alert" maxW="lg" w="full">
        <Card.Body gap="3">
          <Heading as="h2" size="lg">This part is not available right now</Heading>
          <Text color="fg.muted">{error.sentence} The rest of the site works as usual. Try again in a moment.</Text>
          <Text fontSize="sm" color="fg.muted">If it stays like this, give support this number: <Text as="strong" color="fg">{error.number}</Text></Text>
        </Card.Body>
        <Card.Footer><Button onClick={onRetry}>Retry</Button></Card.Footer>
      </Card.Root>
    </Center>
  );
}
