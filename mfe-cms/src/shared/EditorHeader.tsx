import type { ReactNode } from 'react';
import { Box, Flex, Heading, HStack } from '@masomo/design-system';

const belowHeader = { top: '14', zIndex: 'docked', bg: 'bg' } as const;

type EditorHeaderProps = { title: string; description: ReactNode; actions: ReactNode; secondaryActions?: ReactNode };

/** Title, state and actions of an editor: on a wide screen all of it stays in view, on a phone the main actions do. */
export function EditorHeader({ title, description, actions, secondaryActions }: EditorHeaderProps) {
  return (
    <Flex
      {...belowHeader}
      // Without a box of its own on a phone, where the actions stick for as long as the editor around them is there.
      display={{ base: 'contents', md: 'flex' }}
      position="sticky"
      align="center"
      gap="2"
      mx="-8"
      mt="-5"
      mb="5"
      px="8"
      py="3"
      borderBottomWidth="1px"
    >
      <Box minW="0" me="auto" mb={{ base: '1', md: '0' }}>
        <Heading as="h1" size="xl" truncate title={title}>
          {title}
        </Heading>
        <Box color="fg.muted" mt="0.5" fontSize="sm">
          {description}
        </Box>
      </Box>
      {secondaryActions && <HStack gap={{ base: '1', md: '2' }}>{secondaryActions}</HStack>}
      <HStack
        {...belowHeader}
        position={{ base: 'sticky', md: 'static' }}
        gap="2"
        flexShrink="0"
        flexWrap={{ base: 'wrap', md: 'nowrap' }}
        mx={{ base: '-4', md: '0' }}
        px={{ base: '4', md: '0' }}
        py={{ base: '2', md: '0' }}
        mb={{ base: '3', md: '0' }}
      >
        {actions}
      </HStack>
    </Flex>
  );
}
