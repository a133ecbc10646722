import { t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Box, chakra, Flex, HStack, IconButton } from '@chakra-ui/react';
import { MenuIcon, PanelLeftCloseIcon, PanelLeftOpenIcon } from 'lucide-react';
import { afterFirstScreen } from '@masomo/domain/afterFirstScreen';
import { BottomBar } from './BottomBar.tsx';
import { LaterToaster } from './LaterToaster.tsx';
import { SideMenu, type AdminMenuEntry } from './SideMenu.tsx';
import { toolsId } from './toolsId.ts';
import { useMenuCollapsed } from './useMenuCollapsed.ts';

const loadMenuDialog = () => import('./MenuDialog.tsx');
const MenuDialog = lazy(async () => ({ default: (await loadMenuDialog()).MenuDialog }));

export type AdminLayoutProps = {
  /** Accessible name of the menu, e.g. `CMS`. */
  label: string;
  brand: ReactNode;
  menu: readonly AdminMenuEntry[];
  /** The entries in the bar at the bottom of a phone, at most four; without any the header has the menu. */
  bar?: readonly AdminMenuEntry[];
  /** Left part of the header: where the person is. */
  trail?: ReactNode;
  /** Right part of the header, after the area's own tools: search, account. */
  header?: ReactNode;
  /** Below the menu, such as links to other parts of the product. */
  footer?: ReactNode;
  /** Shown above the content of every screen. */
  notice?: ReactNode;
  children: ReactNode;
};

const Aside = chakra('aside', {
  base: {
    position: 'sticky',
    top: '0',
    h: '100dvh',
    flexShrink: '0',
    display: 'none',
    flexDirection: 'column',
    w: '60',
    bg: 'bg.subtle',
    borderInlineEndWidth: '1px',
    lg: { display: 'flex' },
    transitionProperty: 'width',
    transitionDuration: 'moderate',
    transitionTimingFunction: 'ease-out',
    '&[data-collapsed]': { w: '16' },
    '@media print': { display: 'none' },
  },
});
const Header = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: 'sticky',
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    h: '14',
    flexShrink: '0',
    px: { base: '3', md: '6' },
    bg: 'bg',
    borderBottomWidth: '1px',
    '@media print': { display: 'none' },
  },
});

/** The frame of staff screens: side menu, header, content. The menu collapses to its icons, and becomes a drawer on small screens and a sheet on a phone. */
export function AdminLayout({ label, brand, menu, bar = [], trail, header, footer, notice, children }: AdminLayoutProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { isCollapsed, setCollapsed } = useMenuCollapsed();
  useEffect(() => {
    const ended = new AbortController();
    // After the first paint, and before they are wanted, perhaps without a line.
    const cancel = afterFirstScreen(() => {
      void loadMenuDialog().catch(() => undefined);
      void import('./keepFocus.ts').then(({ keepFocus }) => keepFocus(ended.signal)).catch(() => undefined);
    });
    return () => {
      cancel();
      ended.abort();
    };
  }, []);
  return (
    <Flex minH="100dvh" bg="bg">
      <Aside aria-label={t`${label} panel`} data-collapsed={isCollapsed || undefined}>
        <Flex h="14" align="center" px="4" flexShrink="0" overflow="hidden" hidden={isCollapsed}>
          {brand}
        </Flex>
        <Flex h="14" align="center" justify="center" flexShrink="0" hidden={!isCollapsed}>
          <CollapseButton isCollapsed onToggle={setCollapsed} />
        </Flex>
        <SideMenu label={label} menu={menu} isCollapsed={isCollapsed} />
        {!isCollapsed && (
          <HStack align="flex-end" justify="space-between" gap="2" p="3" ps="5" borderTopWidth="1px">
            <Box minW="0" flex="1">
              {footer}
            </Box>
            <CollapseButton isCollapsed={false} onToggle={setCollapsed} />
          </HStack>
        )}
      </Aside>
      {isOpen && (
        <Suspense fallback={null}>
          <MenuDialog label={label} brand={brand} menu={menu} footer={footer} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
      <Flex direction="column" flex="1" minW="0">
        <Header>
          <IconButton
            hideFrom="lg"
            {...(bar.length > 0 ? { hideBelow: 'md' } : {})}
            size="sm"
            variant="ghost"
            aria-label={t`Open menu`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(true)}
          >
            <MenuIcon aria-hidden />
          </IconButton>
          {trail}
          <HStack ms="auto" justify="flex-end" gap={{ base: '2', md: '3' }} flexShrink="0">
            <HStack id={toolsId} gap="2" _empty={{ display: 'none' }} />
            {header}
          </HStack>
        </Header>
        {notice}
        <Box
          as="main"
          id="main"
          tabIndex={-1}
          flex="1"
          w="full"
          maxW="7xl"
          mx="auto"
          px={{ base: '4', md: '8' }}
          pt={{ base: '6', md: '8' }}
          pb={{ base: 'calc(var(--bottom-bar, 0px) + 1.5rem)', md: '8' }}
          // Heads of lists stay below the header; in dialogs they stay at the top.
          css={{ '--list-head-top': 'spacing.14' }}
        >
          {children}
        </Box>
      </Flex>
      {bar.length > 0 && <BottomBar menu={menu} places={bar} isOpen={isOpen} onOpen={() => setIsOpen(true)} />}
      <LaterToaster />
    </Flex>
  );
}

function CollapseButton({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: (isCollapsed: boolean) => void }) {
  return (
    <IconButton
      size="xs"
      boxSize="8"
      variant="ghost"
      color="fg.muted"
      aria-label={isCollapsed ? t`Expand menu` : t`Collapse menu`}
      aria-expanded={!isCollapsed}
      onClick={() => onToggle(!isCollapsed)}
    >
      {isCollapsed ? <PanelLeftOpenIcon aria-hidden /> : <PanelLeftCloseIcon aria-hidden />}
    </IconButton>
  );
}
