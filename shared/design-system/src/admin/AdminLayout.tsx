import { useState, type ReactNode } from 'react';
import { Box, Flex, HStack, IconButton, VStack } from '@chakra-ui/react';
import { MenuIcon, XIcon } from 'lucide-react';
import { NavLink } from '@masomo/navigation';
import { menuIcons } from './menuIcons.ts';

export type AdminMenuEntry = { path: string; label: string; icon: string; /** Only lit at exactly this path. */ end?: boolean };

export type AdminLayoutProps = {
  /** Accessible name of the menu, e.g. `CMS`. */
  label: string;
  brand: ReactNode;
  menu: readonly AdminMenuEntry[];
  /** Right part of the header: search, person, actions. */
  header?: ReactNode;
  /** Below the menu: ways out. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The frame of staff screens: side menu, header, content. On small screens the menu folds away. */
export function AdminLayout({ label, brand, menu, header, footer, children }: AdminLayoutProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Flex minH="100dvh" bg="bg.subtle">
      <Box
        w="60" flexShrink={0} bg="bg.panel" borderRightWidth="1px" display={{ base: isOpen ? 'flex' : 'none', lg: 'flex' }} flexDirection="column"
        position={{ base: 'fixed', lg: 'sticky' }} top="0" insetStart="0" h="100dvh" zIndex="overlay" overflowY="auto"
      >
        <HStack h="14" px="4" justify="space-between">
          {brand}
          <IconButton display={{ lg: 'none' }} size="sm" variant="ghost" aria-label="Close menu" onClick={() => setIsOpen(false)}><XIcon size={18} /></IconButton>
        </HStack>
        <VStack as="nav" aria-label={label} align="stretch" gap="0.5" px="2" py="2" flex="1">
          {menu.map((entry) => <MenuLink key={entry.path} entry={entry} onFollow={() => setIsOpen(false)} />)}
        </VStack>
        {footer && <Box p="3" borderTopWidth="1px">{footer}</Box>}
      </Box>
      {isOpen && <Box display={{ lg: 'none' }} position="fixed" inset="0" bg="blackAlpha.600" zIndex="docked" onClick={() => setIsOpen(false)} aria-hidden />}
      <Flex direction="column" flex="1" minW="0">
        <HStack as="header" h="14" px={{ base: '3', md: '6' }} bg="bg.panel" borderBottomWidth="1px" position="sticky" top="0" zIndex="sticky" gap="3">
          <IconButton display={{ lg: 'none' }} size="sm" variant="ghost" aria-label="Open menu" aria-expanded={isOpen} onClick={() => setIsOpen(true)}><MenuIcon size={18} /></IconButton>
          <HStack flex="1" justify="flex-end" gap="3" minW="0">{header}</HStack>
        </HStack>
        <Box as="main" id="main" tabIndex={-1} px={{ base: '4', md: '8' }} py={{ base: '5', md: '8' }} maxW="7xl" w="full" mx="auto" _focusVisible={{ outline: 'none' }}>{children}</Box>
      </Flex>
    </Flex>
  );
}

function MenuLink({ entry, onFollow }: { entry: AdminMenuEntry; onFollow: () => void }) {
  const Icon = menuIcons[entry.icon];
  return (
    <HStack
      asChild gap="3" px="3" py="2" borderRadius="md" fontSize="sm" fontWeight="500" color="fg.muted" _hover={{ bg: 'bg.muted', color: 'fg' }}
      css={{ '&[aria-current="page"]': { bg: 'accent.subtle', color: 'accent.fg', fontWeight: '600' } }}
    >
      <NavLink to={entry.path} end={entry.end ?? false} onClick={onFollow}>{Icon && <Icon size={17} aria-hidden />}{entry.label}</NavLink>
    </HStack>
  );
}
