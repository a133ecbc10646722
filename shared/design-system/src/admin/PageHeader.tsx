import type { ReactNode } from 'react';
import { Box, Flex, Heading, HStack, Text } from '@chakra-ui/react';

export type PageHeaderProps = { title: ReactNode; description?: ReactNode; actions?: ReactNode };

/** Title, description and actions of a staff screen. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <Flex justify="space-between" align={{ base: 'flex-start', md: 'flex-end' }} gap="4" wrap="wrap" mb={{ base: '6', md: '7' }}>
      {/* A long description wraps and leaves room for the actions beside it; on a phone for a button or two. */}
      <Box minW="0" flex={{ base: '1 1 12rem', md: '1 1 24rem' }}>
        <Heading as="h1" size="2xl" overflowWrap="anywhere">
          {title}
        </Heading>
        {description && (
          <Text as="div" color="fg.muted" mt="1" textStyle="sm" textWrap="pretty">
            {description}
          </Text>
        )}
      </Box>
      {actions && (
        <HStack gap="2" wrap="wrap">
          {actions}
        </HStack>
      )}
    </Flex>
  );
}
