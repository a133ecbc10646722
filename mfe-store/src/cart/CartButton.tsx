import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ShoppingCart } from 'lucide-react';
import { Badge, Button, Icon, VisuallyHidden } from '@masomo/design-system';
import type { StoreItem } from '@masomo/data/store/catalogue';
import { useCart } from '../shared/useCart.ts';

type Props = { items: readonly StoreItem[] | undefined; isLoading: boolean; onOpen: () => void; onIntent: () => void };

/** Opens the cart; its badge counts every licence in it. Never disabled, because the focus returns here when the cart closes. */
export function CartButton({ items, isLoading, onOpen, onIntent }: Props) {
  const { count } = useCart(items);
  return (
    <Button variant="outline" aria-haspopup="dialog" aria-busy={isLoading} onClick={onOpen} onPointerEnter={onIntent} onFocus={onIntent}>
      <Icon aria-hidden>
        <ShoppingCart size={18} />
      </Icon>
      <Trans>Cart</Trans>{' '}
      {count > 0 && (
        <Badge aria-hidden variant="solid" borderRadius="full" fontVariantNumeric="tabular-nums">
          {count}
        </Badge>
      )}
      <VisuallyHidden>{plural(count, { one: '# item', other: '# items' })}</VisuallyHidden>
    </Button>
  );
}
