import type { ReactNode } from 'react';
import { Box, Flex, Heading, HStack, Text } from '@chakra-ui/react';

export type PageHeaderProps = { title: string; description?: ReactNode; actions?: ReactNode };

/** Title of a staff screen, what it is for, and what one can do here. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <Flex justify="space-between" align="flex-start" gap="4" wrap="wrap" mb="6">
      <Box>
        <Heading as="h1" size="2xl" letterSpacing="-0.02em">{title}</Heading>
        {description && <Text color="fg.muted" mt="1">{description}</Text>}
      </Box>
      {actions && <HStack gap="2" wrap="wrap">{actions}</HStack>}
    </Flex>
  );
}

/** A row of filters and actions above a list. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <HStack gap="3" wrap="wrap" mb="4">{children}</HStack>;
}
