import { useEffect, useState } from 'react';
import { Badge, HStack, Text } from '@masomo/design-system';
import { isOpen, type OpeningHours as Hours } from '@masomo/domain/businessHours';

/** When a channel is open, and whether it is now, by the clock in Nairobi. */
export function OpeningHours({ hours }: { hours: Hours & { label: string } }) {
  // Open or closed depends on the moment of reading: it appears once the page is live, where its place was kept.
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  const isNow = now !== undefined && isOpen(hours, now);
  return (
    <HStack gap="3" flexWrap="wrap">
      <Text>{hours.label}</Text>
      <Badge colorPalette={isNow ? 'green' : 'gray'} visibility={now ? 'visible' : 'hidden'}>
        {isNow ? 'Open now' : 'Closed now'}
      </Badge>
    </HStack>
  );
}
