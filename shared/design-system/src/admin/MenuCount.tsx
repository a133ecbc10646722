import { chakra } from '@chakra-ui/react';
import { formatNumber } from '@masomo/domain/number';

const most = 99;

const Count = chakra('span', {
  base: {
    minW: '5',
    px: '1.5',
    borderRadius: 'full',
    bg: 'warning.subtle',
    color: 'warning.fg',
    textStyle: 'xs',
    fontWeight: '600',
    lineHeight: '1.25rem',
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
    position: 'absolute',
    insetEnd: '2',
    top: '50%',
    translate: '0 -50%',
    // Presses go to the link below it.
    pointerEvents: 'none',
    '&[data-over-icon]': {
      top: '0.5',
      insetEnd: 'auto',
      insetStart: 'calc(50% + 0.25rem)',
      translate: 'none',
      minW: '4',
      px: '1',
      lineHeight: '1rem',
    },
  },
});

/** How much waits behind an entry of a menu, beside its link or over the link's icon. The link is described by it. */
export function MenuCount({ id, count, isOverIcon = false }: { id: string; count: number; isOverIcon?: boolean }) {
  return (
    <Count id={id} data-over-icon={isOverIcon || undefined}>
      {count > most ? `${formatNumber(most)}+` : formatNumber(count)}
    </Count>
  );
}
