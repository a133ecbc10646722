import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Search } from 'lucide-react';
import { Box, Flex } from '@masomo/design-system';

type Props = {
  search: string;
  onSearch: (search: string) => void;
  /** The cart button at the end of the bar. */
  children: ReactNode;
};

/**
 * The catalogue's search box with the cart button, sticky below the header. A plain input keeps the form controls out of the
 * first visit's bundle.
 */
export function SearchBar({ search, onSearch, children }: Props) {
  return (
    <Flex gap="3" align="center" position="sticky" top="14" zIndex="docked" bg="bg" py="3">
      <Box position="relative" flex="1" maxW="lg">
        <Box position="absolute" insetStart="3" top="50%" transform="translateY(-50%)" color="fg.muted" pointerEvents="none" aria-hidden>
          <Search size={18} />
        </Box>
        <Box
          asChild
          width="full"
          height="10"
          ps="10"
          pe="3"
          borderWidth="1px"
          borderColor="border.emphasized"
          borderRadius="md"
          bg="bg.panel"
          _placeholder={{ color: 'fg.muted' }}
        >
          <input
            type="search"
            aria-label={t`Search add-ons`}
            placeholder={t`Search add-ons...`}
            value={search}
            onChange={(event) => onSearch(event.target.value)}
          />
        </Box>
      </Box>
      <Box ms="auto">{children}</Box>
    </Flex>
  );
}
