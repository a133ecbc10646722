import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { formatNumber } from '@masomo/domain/number';

/** Number of selected rows and their actions: over the heads of the columns, so that no row is covered; below the cards of small screens. */
export function BulkActionBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <Box
      position="sticky"
      bottom={{ base: 'calc(var(--bottom-bar, 0px) + 1rem)', md: 'auto' }}
      top={{ md: 'var(--list-head-top, 0px)' }}
      order={{ md: '-1' }}
      h={{ md: '0' }}
      zIndex="docked"
      mt={{ base: '3', md: '0' }}
    >
      <Flex
        role="region"
        aria-label={t`Selected rows`}
        align="center"
        gap="2"
        wrap={{ base: 'wrap', md: 'nowrap' }}
        overflowX={{ md: 'auto' }}
        ps={{ base: '4', md: '2' }}
        pe="2"
        py={{ base: '2', md: '0' }}
        ms={{ md: '11' }}
        h={{ md: '10' }}
        bg={{ base: 'bg.panel', md: 'bg.subtle' }}
        borderWidth={{ base: '1px', md: '0' }}
        borderBottomWidth="1px"
        borderColor="border.emphasized"
        borderRadius={{ base: 'l3', md: '0' }}
        boxShadow={{ base: 'lg', md: 'none' }}
        css={{ md: { '& :is(button, select)': { minH: '8', h: '8' } } }}
      >
        <Text textStyle="sm" fontWeight="600" aria-live="polite" me="2" whiteSpace="nowrap">
          <Trans>{formatNumber(count)} selected</Trans>
        </Text>
        {children}
        <Button size="sm" variant="ghost" onClick={onClear}>
          <Trans>Clear selection</Trans>
        </Button>
      </Flex>
    </Box>
  );
}
