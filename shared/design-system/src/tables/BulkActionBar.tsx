import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { formatNumber } from '@masomo/domain/number';

/** Number of selected rows and their actions; sticky while the list scrolls. */
export function BulkActionBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  // Below the list, so that it grows the page and covers no row of a list that fits the screen.
  return (
    <Box position="sticky" bottom="4" zIndex="docked" mt="3">
      <Flex justify="center" pointerEvents="none">
        <Flex
          role="region"
          aria-label={t`Selected rows`}
          align="center"
          gap="2"
          wrap="wrap"
          ps="4"
          pe="2"
          py="2"
          bg="bg.panel"
          borderWidth="1px"
          borderColor="border.emphasized"
          borderRadius="l3"
          boxShadow="lg"
          pointerEvents="auto"
          animation="rise-in {durations.moderate} {easings.ease-out}"
        >
          <Text textStyle="sm" fontWeight="600" aria-live="polite" me="2">
            <Trans>{formatNumber(count)} selected</Trans>
          </Text>
          {children}
          <Button size="sm" variant="ghost" onClick={onClear}>
            <Trans>Clear selection</Trans>
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
}
