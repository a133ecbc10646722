import type { ReactNode } from 'react';
import { Box, Flex, HStack, Skeleton, Text } from '@chakra-ui/react';
import { MinusIcon, TrendingDownIcon, TrendingUpIcon } from 'lucide-react';

/** How a figure changed: `label` says it in words, `tone` says whether that is good. */
export type StatChange = { direction: 'up' | 'down' | 'none'; label: string; tone: 'good' | 'bad' | 'neutral' };

export type StatCardProps = {
  label: string;
  value: ReactNode;
  isLoading?: boolean;
  icon?: ReactNode;
  change?: StatChange;
  /** Explanation in one line. */
  hint?: ReactNode;
};

const arrows = { up: TrendingUpIcon, down: TrendingDownIcon, none: MinusIcon };
const colors = { good: 'success.fg', bad: 'danger.fg', neutral: 'fg.muted' };

/** One figure with its name. */
export function StatCard({ label, value, isLoading = false, icon, change, hint }: StatCardProps) {
  const Arrow = change && arrows[change.direction];
  return (
    <Flex
      direction="column"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      px="4"
      py="3"
      minW="0"
      containerType="inline-size"
      // The last of an odd number fills the second line of a phone.
      css={{ '&:last-child:nth-child(odd)': { gridColumn: { base: '1 / -1', sm: 'auto' } } }}
      aria-busy={isLoading}
    >
      <HStack justify="space-between" color="fg.muted" minH="5">
        <Text textStyle="xs" fontWeight="500">
          {label}
        </Text>
        {icon && (
          <Box aria-hidden css={{ '& > svg': { boxSize: '1.125rem' } }}>
            {icon}
          </Box>
        )}
      </HStack>
      {isLoading ? (
        <Flex h="8" align="center">
          <Skeleton h="6" w="24" />
        </Flex>
      ) : (
        <Text
          // By the width of the card alone, so that figures side by side are alike.
          fontSize="clamp(1rem, 12cqi, 1.5rem)"
          letterSpacing="-0.017em"
          lineHeight="2rem"
          fontWeight="650"
          fontVariantNumeric="tabular-nums"
          overflowWrap="break-word"
          htmlTranslate="no"
        >
          {value ?? '–'}
        </Text>
      )}
      {change && Arrow && !isLoading && (
        <HStack gap="1" mt="0.5" textStyle="xs" fontWeight="550" color={colors[change.tone]}>
          <Arrow size={14} aria-hidden />
          {change.label}
        </HStack>
      )}
      {hint && (
        <Text as="div" textStyle="xs" color="fg.muted" mt="0.5">
          {hint}
        </Text>
      )}
    </Flex>
  );
}
