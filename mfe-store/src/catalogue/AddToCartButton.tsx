import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, Span, VisuallyHidden } from '@masomo/design-system';
import type { CartLine, SaleItem } from '@masomo/domain/cart';

type Props = { item: SaleItem; quantityInCart: number; onAdd: () => void; icon?: ReactNode };

/** In styles, so that hydration has nothing to render again. */
const labelUntilStarted = {
  '[data-prerendered] &[data-added] > [data-label-added] > *': { display: 'none' },
  '[data-prerendered] &[data-added] > [data-label-added]::before': { content: 'attr(data-label-added)' },
};

/** Adds one licence. Until the store has started, the document's own script stores it (`addToCart`) and the button says so. */
export function AddToCartButton({ item, quantityInCart, onAdd, icon }: Props) {
  const line: CartLine = { addonId: item.id, name: item.name, quantity: 1, seenPrice: item.price };
  return (
    <Button
      onClick={onAdd}
      variant={quantityInCart > 0 ? 'outline' : 'solid'}
      css={labelUntilStarted}
      data-native=""
      data-adds={JSON.stringify(line)}
    >
      {icon}
      <Span data-label-added={t`In your cart`}>
        <Span>
          <Trans>Add to cart</Trans>
        </Span>
      </Span>
      <VisuallyHidden>: {item.name}</VisuallyHidden>
    </Button>
  );
}
