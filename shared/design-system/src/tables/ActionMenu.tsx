import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { Box, Button, chakra } from '@chakra-ui/react';
import { EllipsisIcon } from 'lucide-react';

export type MenuAction = {
  label: string;
  /** Its accessible name where the label does not say what it is about. */
  name?: string;
  onSelect: () => void;
  isDisabled?: boolean;
  tone?: 'danger';
};

export type ActionMenuProps = {
  /** Accessible name of the button. */
  label: string;
  /** False values are left out, so that an action can depend on a condition. */
  actions: readonly (MenuAction | false | null | undefined)[];
  /** On the button; three dots otherwise. */
  children?: ReactNode;
};

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

/** Below the button, or above it where the window ends; a menu of the window's own layer is cut by no table. */
function placeAt(button: HTMLElement, count: number): CSSProperties {
  const { top, bottom, right } = button.getBoundingClientRect();
  const fitsBelow = bottom + count * 36 + 16 < window.innerHeight;
  return {
    '--menu-top': fitsBelow ? `${bottom + 4}px` : 'auto',
    '--menu-bottom': fitsBelow ? 'auto' : `${window.innerHeight - top + 4}px`,
    '--menu-end': `${Math.max(8, document.documentElement.clientWidth - right)}px`,
  } as CSSProperties;
}

/** The further actions of a row or a screen: a menu beside its button, on small screens a sheet from the bottom edge. */
export function ActionMenu({ label, actions, children }: ActionMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const [place, setPlace] = useState<CSSProperties>();
  const shown = actions.filter((action): action is MenuAction => Boolean(action));
  const close = () => {
    setPlace(undefined);
    button.current?.focus();
  };
  useEffect(() => {
    if (!place) return;
    menu.current?.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus();
    const leave = () => setPlace(undefined);
    window.addEventListener('resize', leave);
    return () => window.removeEventListener('resize', leave);
  }, [place]);
  if (shown.length === 0) return null;

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      return close();
    }
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')];
    const step = steps[event.key];
    if (!step || items.length === 0) return;
    event.preventDefault();
    items[step(items.indexOf(document.activeElement as HTMLElement), items.length)]?.focus();
  };
  // React passes events of the menu on to the row, which would open.
  const stop = (event: SyntheticEvent) => event.stopPropagation();
  return (
    <>
      <Button
        ref={button}
        type="button"
        size="xs"
        variant="ghost"
        px="1.5"
        data-row-menu=""
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={place !== undefined}
        {...(place ? { 'aria-controls': id } : {})}
        onClick={(event) => setPlace(place ? undefined : placeAt(event.currentTarget, shown.length))}
      >
        {children ?? <EllipsisIcon size={18} aria-hidden />}
      </Button>
      {place &&
        createPortal(
          <Box onClick={stop} onKeyDown={stop}>
            <Box position="fixed" inset="0" zIndex="popover" bg={{ base: 'rgb(8 14 13 / 0.5)', md: 'transparent' }} onClick={close} />
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
              {shown.map(({ label: text, name, onSelect, isDisabled = false, tone }) => (
                <Item
                  key={name ?? text}
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  disabled={isDisabled}
                  {...(name ? { 'aria-label': name } : {})}
                  {...(tone ? { 'data-tone': tone } : {})}
                  onClick={() => {
                    close();
                    onSelect();
                  }}
                >
                  {text}
                </Item>
              ))}
            </Box>
          </Box>,
          document.body,
        )}
    </>
  );
}
