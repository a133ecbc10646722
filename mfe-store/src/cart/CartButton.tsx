import { ShoppingCart } from 'lucide-react';
import { Badge, Button, Icon } from '@masomo/design-system';

type Props = { count: number; isLoading: boolean; onOpen: () => void; onIntent: () => void };

/** Opens the cart; its badge counts every licence in it. */
export function CartButton({ count, isLoading, onOpen, onIntent }: Props) {
  const label = count === 1 ? 'Cart, 1 item' : `Cart, ${count} items`;
  return (
    <Button variant="outline" aria-label={label} aria-haspopup="dialog" loading={isLoading} onClick={onOpen} onPointerEnter={onIntent} onFocus={onIntent}>
      <Icon aria-hidden><ShoppingCart size={18} /></Icon>Cart
      {count > 0 && <Badge variant="solid" borderRadius="full" fontVariantNumeric="tabular-nums">{count}</Badge>}
    </Button>
  );
}
