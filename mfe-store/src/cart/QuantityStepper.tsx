import { t } from '@lingui/core/macro';
import { Minus, Plus } from 'lucide-react';
import { HStack, IconButton, Text } from '@masomo/design-system';
import { maxQuantity } from '@masomo/domain/cart';

type Props = { name: string; quantity: number; onChange: (quantity: number) => void };

/** Number of schools or campuses a line licenses. Stepping below one removes the line. */
export function QuantityStepper({ name, quantity, onChange }: Props) {
  return (
    <HStack role="group" aria-label={t`Licences of ${name}`} gap="1" borderWidth="1px" borderRadius="md">
      <IconButton aria-label={t`One fewer ${name}`} size="sm" variant="ghost" onClick={() => onChange(quantity - 1)}>
        <Minus size={16} />
      </IconButton>
      <Text aria-live="polite" minW="8" textAlign="center" fontVariantNumeric="tabular-nums">
        {quantity}
      </Text>
      <IconButton
        aria-label={t`One more ${name}`}
        size="sm"
        variant="ghost"
        disabled={quantity >= maxQuantity}
        onClick={() => onChange(quantity + 1)}
      >
        <Plus size={16} />
      </IconButton>
    </HStack>
  );
}
