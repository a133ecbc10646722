import { Box, Text } from '@masomo/design-system';

/** What a row is about, and below it what is known of it. */
export function TwoLines({ first, second }: { first: string; second: string | null | undefined }) {
  return (
    <Box whiteSpace="normal">
      <Text fontWeight="600">{first}</Text>
      {second && (
        <Text fontSize="sm" color="fg.muted">
          {second}
        </Text>
      )}
    </Box>
  );
}
