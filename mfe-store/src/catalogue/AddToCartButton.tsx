import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, Span, VisuallyHidden } from '@masomo/design-system';
import type { SaleItem } from '@masomo/domain/cart';
import { postedCart, writeAdded } from '@masomo/domain/postedCart';

type Props = { item: SaleItem; quantityInCart: number; onAdd: () => void; icon?: ReactNode };

/** In styles, so that hydration has nothing to render again. */
const labelUntilStarted = {
  '[data-prerendered] &[data-added] > [data-label-added] > *': { display: 'none' },
  '[data-prerendered] &[data-added] > [data-label-added]::before': { content: 'attr(data-label-added)' },
};

/**
 * Adds one licence. Without scripts the browser posts it (`PostedCart`); until the store has started, the document's own script stores it
 * (`addToCart`) and the button says so.
 */
export function AddToCartButton({ item, quantityInCart, onAdd, icon }: Props) {
  return (
    <Button
      type="submit"
      form={postedCart.formId}
      name={postedCart.field}
      value={writeAdded(item)}
      onClick={(event) => {
        event.preventDefault();
        onAdd();
      }}
      variant={quantityInCart > 0 ? 'outline' : 'solid'}
      css={labelUntilStarted}
      data-native=""
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
