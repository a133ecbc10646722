import { Check } from 'lucide-react';
import { Icon, List } from '@masomo/design-system';

/** A list with check marks. */
export function CheckList({ points, columns = 1 }: { points: readonly string[]; columns?: 1 | 2 }) {
  return (
    <List.Root
      listStyleType="none"
      paddingInlineStart="0"
      gap="3"
      display="grid"
      gridTemplateColumns={columns === 2 ? { base: '1fr', sm: '1fr 1fr' } : '1fr'}
    >
      {points.map((point) => (
        <List.Item key={point} display="flex" gap="3" alignItems="flex-start">
          <Icon color="accent.fg" boxSize="5" marginTop="0.5" flexShrink="0">
            <Check aria-hidden />
          </Icon>
          {point}
        </List.Item>
      ))}
    </List.Root>
  );
}
