import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { formatNumber } from '@masomo/domain/number';

/** Number of selected rows and their actions; sticky while the list scrolls. */
export function BulkActionBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  // Without a height of its own, so that selecting a row does not shift the layout.
  return (
    <Box position="sticky" bottom="4" zIndex="docked" h="0">
      <Flex justify="center" position="absolute" bottom="0" insetX="0" pointerEvents="none">
        <Flex
          role="region"
          aria-label={t`Chosen rows`}
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
            <Trans>Clear</Trans>
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
}
