import type { ReactNode } from 'react';
import { Box, ButtonLink, HStack, Stack, Text } from '@masomo/design-system';

export type AttentionLine = {
  key: string;
  text: ReactNode;
  /** Under the text, such as since when. */
  detail?: string;
  /** Somebody must act now. */
  isUrgent: boolean;
  to: string;
  remedy: string;
};

/** Lines that wait for somebody, each with its remedy one press away. */
export function AttentionList({ lines, nothing }: { lines: readonly AttentionLine[]; /** Said when nothing waits. */ nothing: string }) {
  if (lines.length === 0)
    return (
      <Text color="fg.muted" textStyle="sm">
        {nothing}
      </Text>
    );
  return (
    <Stack as="ul" listStyleType="none" gap="0">
      {lines.map(({ key, text, detail, isUrgent, to, remedy }) => (
        <HStack as="li" key={key} gap="3" minH="10" py="1" css={{ '&:not(:last-child)': { borderBottomWidth: '1px' } }}>
          <Box aria-hidden boxSize="2" flexShrink="0" borderRadius="full" bg={isUrgent ? 'danger.solid' : 'warning.solid'} />
          <Box flex="1" minW="0">
            <Text textStyle="sm">{text}</Text>
            {detail && (
              <Text textStyle="xs" color="fg.muted">
                {detail}
              </Text>
            )}
          </Box>
          <ButtonLink to={to} size="xs" variant="outline" flexShrink="0">
            {remedy}
          </ButtonLink>
        </HStack>
      ))}
    </Stack>
  );
}
