import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { Button } from '@chakra-ui/react';
import { ChevronDownIcon, EllipsisIcon } from 'lucide-react';
import type { MenuAction } from './menuAction.ts';

const loadOpened = () => import('./OpenedActionMenu.tsx');
const OpenedActionMenu = lazy(async () => ({ default: (await loadOpened()).OpenedActionMenu }));

export type ActionMenuProps = {
  /** Accessible name of the button. */
  label: string;
  /** False values are left out, so that an action can depend on a condition. */
  actions: readonly (MenuAction | false | null | undefined)[];
  /** On the button; three dots otherwise. */
  children?: ReactNode;
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
  const id = useId();
  const [place, setPlace] = useState<CSSProperties>();
  const shown = actions.filter((action): action is MenuAction => Boolean(action));
  const close = () => {
    setPlace(undefined);
    button.current?.focus();
  };
  const leave = useCallback(() => setPlace(undefined), []);
  // Before it is wanted, perhaps without a line.
  useEffect(() => void loadOpened().catch(() => undefined), []);
  if (shown.length === 0) return null;

  return (
    <>
      <Button
        ref={button}
        type="button"
        {...(children ? { size: 'sm', variant: 'outline' } : { size: 'xs', variant: 'ghost', px: '1.5', 'data-row-menu': '' })}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={place !== undefined}
        {...(place ? { 'aria-controls': id } : {})}
        onClick={(event) => setPlace(place ? undefined : placeAt(event.currentTarget, shown.length))}
      >
        {children}
        {children ? <ChevronDownIcon aria-hidden /> : <EllipsisIcon size={18} aria-hidden />}
      </Button>
      {place && (
        <Suspense fallback={null}>
          <OpenedActionMenu id={id} label={label} actions={shown} place={place} onClose={close} onLeave={leave} />
        </Suspense>
      )}
    </>
  );
}
