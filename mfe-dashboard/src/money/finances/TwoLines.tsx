import { Box, Text } from '@masomo/design-system';
import { WholeNumbers } from '../../shared/WholeNumbers.tsx';

/** What a row is about, and below it what is known of it. */
export function TwoLines({ first, second }: { first: string; second: string | null | undefined }) {
  return (
    <Box whiteSpace="normal">
      <Text fontWeight="600">
        <WholeNumbers>{first}</WholeNumbers>
      </Text>
      {second && (
        <Text fontSize="sm" color="fg.muted">
          <WholeNumbers>{second}</WholeNumbers>
        </Text>
      )}
    </Box>
  );
}
