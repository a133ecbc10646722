import { useEffect, useRef, type CSSProperties, type KeyboardEvent, type SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { Box, chakra } from '@chakra-ui/react';
import type { MenuAction } from './menuAction.ts';

const Item = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    w: 'full',
    minH: { base: '12', md: '9' },
    px: { base: '4', md: '2.5' },
    borderRadius: 'l1',
    textStyle: { base: 'md', md: 'sm' },
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    _focusVisible: { bg: 'bg.muted', outline: 'none' },
    _disabled: { opacity: 0.5, cursor: 'not-allowed' },
    '&[data-tone=danger]': { color: 'danger.fg' },
  },
});

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

type OpenedActionMenuProps = {
  id: string;
  label: string;
  actions: readonly MenuAction[];
  place: CSSProperties;
  /** Closes the menu and gives the focus back to its button. */
  onClose: () => void;
  /** Closes it because the window has another size, so that its place is no longer beside the button. */
  onLeave: () => void;
};

/** The open menu of further actions, loaded after the first paint. */
export function OpenedActionMenu({ id, label, actions, place, onClose, onLeave }: OpenedActionMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus();
  }, []);
  useEffect(() => {
    window.addEventListener('resize', onLeave);
    return () => window.removeEventListener('resize', onLeave);
  }, [onLeave]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      return onClose();
    }
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')];
    const step = steps[event.key];
    if (!step || items.length === 0) return;
    event.preventDefault();
    items[step(items.indexOf(document.activeElement as HTMLElement), items.length)]?.focus();
  };
  // React passes events of the menu on to the row, which would open.
  const stop = (event: SyntheticEvent) => event.stopPropagation();
  return createPortal(
    <Box onClick={stop} onKeyDown={stop}>
      <Box position="fixed" inset="0" zIndex="popover" bg={{ base: 'rgb(8 14 13 / 0.5)', md: 'transparent' }} onClick={onClose} />
      <Box
        ref={menu}
        id={id}
        role="menu"
        aria-label={label}
        style={place}
        onKeyDown={onKeyDown}
        position="fixed"
        zIndex="popover"
        top={{ base: 'auto', md: 'var(--menu-top)' }}
        bottom={{ base: '0', md: 'var(--menu-bottom)' }}
        insetEnd={{ base: '0', md: 'var(--menu-end)' }}
        insetStart={{ base: '0', md: 'auto' }}
        minW={{ md: '11rem' }}
        maxH="80vh"
        overflowY="auto"
        p={{ base: '2', md: '1' }}
        pb={{ base: 'max(0.75rem, env(safe-area-inset-bottom))', md: '1' }}
        bg="bg.panel"
        borderWidth="1px"
        borderRadius={{ base: '0', md: 'l2' }}
        borderTopRadius={{ base: 'l3', md: 'l2' }}
        boxShadow="lg"
      >
        {actions.map(({ label: text, name, onSelect, isDisabled = false, tone }) => (
          <Item
            key={name ?? text}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={isDisabled}
            {...(name ? { 'aria-label': name } : {})}
            {...(tone ? { 'data-tone': tone } : {})}
            onClick={() => {
              onClose();
              onSelect();
            }}
          >
            {text}
          </Item>
        ))}
      </Box>
    </Box>,
    document.body,
  );
}
