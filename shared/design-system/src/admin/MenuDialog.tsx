import { t } from '@lingui/core/macro';
import { useRef, type ReactNode } from 'react';
import { Box, chakra, Flex, IconButton } from '@chakra-ui/react';
import { XIcon } from 'lucide-react';
import { SideMenu, type AdminMenuEntry } from './SideMenu.tsx';

const Panel = chakra('dialog', {
  base: {
    position: 'fixed',
    inset: { base: 'auto 0 0', md: '0' },
    insetInlineEnd: { md: 'auto' },
    m: '0',
    w: { base: 'full', md: 'min(19rem, 85vw)' },
    maxW: 'none',
    h: { base: 'auto', md: '100dvh' },
    maxH: { base: '85dvh', md: 'none' },
    borderTopRadius: { base: '2xl', md: '0' },
    pb: 'env(safe-area-inset-bottom)',
    display: 'flex',
    flexDirection: 'column',
    bg: 'bg.panel',
    color: 'fg',
    boxShadow: 'xl',
    animation: {
      base: 'slide-from-bottom {durations.moderate} {easings.ease-out}',
      md: 'slide-from-start {durations.moderate} {easings.ease-out}',
    },
    _backdrop: { bg: 'rgb(8 14 13 / 0.5)', animation: 'fade-in {durations.moderate} ease-out' },
  },
});

type MenuDialogProps = { label: string; brand: ReactNode; menu: readonly AdminMenuEntry[]; footer?: ReactNode; onClose: () => void };

/** The menu on small screens, a sheet from the bottom of a phone: a native modal dialog, which traps the focus, closes with Escape and restores the focus. */
export function MenuDialog({ label, brand, menu, footer, onClose }: MenuDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <Panel
      aria-label={t`${label} menu`}
      onClose={onClose}
      ref={(element: HTMLDialogElement | null) => {
        dialog.current = element;
        if (element && !element.open) element.showModal();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <Flex h="14" px="4" align="center" justify="space-between" flexShrink="0">
        {brand}
        <IconButton size="sm" variant="ghost" aria-label={t`Close menu`} onClick={close}>
          <XIcon aria-hidden />
        </IconButton>
      </Flex>
      <SideMenu label={label} menu={menu} onNavigate={close} />
      {footer && (
        <Box p="4" borderTopWidth="1px">
          {footer}
        </Box>
      )}
    </Panel>
  );
}
