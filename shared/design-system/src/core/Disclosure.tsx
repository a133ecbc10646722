import type { ReactNode } from 'react';
import { Box, chakra } from '@chakra-ui/react';
import { ChevronDownIcon } from 'lucide-react';

const Details = chakra('details');
const Summary = chakra('summary');

export type DisclosureProps = { summary: ReactNode; children: ReactNode; isOpen?: boolean; onToggle?: (isOpen: boolean) => void };

/** A question that opens to its answer. A native details element, so it works before and without scripts. */
export function Disclosure({ summary, children, isOpen, onToggle }: DisclosureProps) {
  return (
    <Details
      borderBottomWidth="1px" borderColor="border" open={isOpen}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
      css={{ '&[open] > summary svg': { transform: 'rotate(180deg)' } }}
    >
      <Summary
        display="flex" justifyContent="space-between" alignItems="center" gap="4" py="5" cursor="pointer" fontWeight="600" listStyleType="none"
        _hover={{ color: 'accent.fg' }} css={{ '&::-webkit-details-marker': { display: 'none' }, '& svg': { flexShrink: 0, transition: 'transform 0.2s' } }}
      >
        {summary}
        <ChevronDownIcon size={18} aria-hidden />
      </Summary>
      <Box pb="5" color="fg.muted" maxW="65ch">{children}</Box>
    </Details>
  );
}
