import { Skeleton, Stack } from '@masomo/design-system';

const places = [1, 2, 3, 4, 5];

/** Placeholders as high as the five rows of a card, on a phone of two lines each, so that nothing below moves. */
export function PendingRows() {
  return (
    <Stack gap="3" aria-hidden>
      {places.map((place) => (
        <Skeleton key={place} h={{ base: '12', md: '6' }} />
      ))}
    </Stack>
  );
}
