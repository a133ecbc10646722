import type { ReactNode } from 'react';
import { Box, chakra } from '@chakra-ui/react';
import { ChevronDownIcon } from 'lucide-react';

const Details = chakra('details', {
  base: {
    borderBottomWidth: '1px',
    borderColor: 'border',
    // Animated where the browser supports it.
    interpolateSize: 'allow-keywords',
    '&::details-content': {
      blockSize: '0',
      overflow: 'clip',
      transition: 'block-size {durations.moderate} {easings.ease-out}, content-visibility {durations.moderate} allow-discrete',
    },
    '&[open]::details-content': { blockSize: 'auto' },
    '&[open] > summary > svg': { rotate: '180deg' },
  },
});
const Summary = chakra('summary', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '4',
    py: '4.5',
    px: '1',
    mx: '-1',
    cursor: 'pointer',
    fontWeight: '600',
    textStyle: 'md',
    listStyle: 'none',
    borderRadius: 'l1',
    '&::-webkit-details-marker': { display: 'none' },
    '& > svg': { flexShrink: 0, color: 'fg.subtle', transition: 'rotate {durations.moderate} {easings.ease-out}' },
    _hover: { color: 'accent.fg' },
  },
});

export type DisclosureProps = {
  summary: ReactNode;
  children: ReactNode;
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  /** The language of the texts where it is not that of the page. */
  lang?: string | undefined;
};

/** A summary that expands to its content. A native details element, so it works before and without scripts. */
export function Disclosure({ summary, children, isOpen, onToggle, lang }: DisclosureProps) {
  return (
    <Details lang={lang} open={isOpen} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <Summary>
        <span>{summary}</span>
        <ChevronDownIcon size={18} aria-hidden />
      </Summary>
      <Box pb="5" color="fg.muted" maxW="65ch">
        {children}
      </Box>
    </Details>
  );
}
