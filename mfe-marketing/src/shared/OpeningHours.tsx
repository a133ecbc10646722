import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Badge, HStack, Text } from '@masomo/design-system';
import { isOpen, type OpeningHours as Hours } from '@masomo/domain/businessHours';

/** Opening hours of a channel and whether it is open now, in the school's time zone. */
export function OpeningHours({ hours }: { hours: Hours & { label: string; lang?: string | undefined } }) {
  // Depends on the current time, so it renders only after hydration; its space is reserved.
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  const isNow = now !== undefined && isOpen(hours, now);
  return (
    <HStack gap="3" flexWrap="wrap">
      <Text lang={hours.lang}>{hours.label}</Text>
      <Badge colorPalette={isNow ? 'green' : 'gray'} visibility={now ? 'visible' : 'hidden'}>
        {isNow ? t`Open now` : t`Closed now`}
      </Badge>
    </HStack>
  );
}
