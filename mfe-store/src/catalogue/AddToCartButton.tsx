import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, Span, VisuallyHidden } from '@masomo/design-system';
import type { CartLine, SaleItem } from '@masomo/domain/cart';
import { useHydrated } from '../shared/useHydrated.ts';

type Props = { item: SaleItem; quantityInCart: number; onAdd: () => void; icon?: ReactNode };

const label = {
  '&:not([data-added]) > [data-when=added], &[data-added] > [data-when=waiting]': { display: 'none' },
};

/** Adds one licence. Until the store has started, the document's own script stores it (`addToCart`) and the button says so. */
export function AddToCartButton({ item, quantityInCart, onAdd, icon }: Props) {
  const isHydrated = useHydrated();
  const line: CartLine = { addonId: item.id, name: item.name, quantity: 1, seenPrice: item.price };
  return (
    <Button
      onClick={onAdd}
      variant={quantityInCart > 0 ? 'outline' : 'solid'}
      {...(isHydrated ? {} : { css: label })}
      data-native=""
      data-adds={JSON.stringify(line)}
    >
      {icon}
      <Span data-when="waiting">
        <Trans>Add to cart</Trans>
      </Span>
      {!isHydrated && (
        <Span data-when="added">
          <Trans>In your cart</Trans>
        </Span>
      )}
      <VisuallyHidden>: {item.name}</VisuallyHidden>
    </Button>
  );
}
