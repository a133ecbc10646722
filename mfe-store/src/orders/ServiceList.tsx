import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { FulfilmentState, OrderService } from '@masomo/domain/orderDocument';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Flex, Heading, Stack, Text } from '@masomo/design-system';

const states: Record<FulfilmentState, { label: string; color: string }> = {
  waiting: { label: t`We will contact you`, color: 'gray' },
  scheduled: { label: t`Scheduled`, color: 'blue' },
  started: { label: t`In progress`, color: 'yellow' },
  done: { label: t`Done`, color: 'green' },
  cancelled: { label: t`Cancelled`, color: 'red' },
};

function days({ startsOn, endsOn }: OrderService): string {
  if (startsOn && endsOn && startsOn !== endsOn) return t`${formatDate(startsOn)} to ${formatDate(endsOn)}`;
  const day = startsOn ?? endsOn;
  return day ? formatDate(day) : t`The days are not agreed yet`;
}

/** The services of an order: who does each, when, and what was agreed. */
export function ServiceList({ services }: { services: readonly OrderService[] }) {
  return (
    <Stack as="section" aria-labelledby="services" gap="3">
      <Heading id="services" as="h2" size="lg">
        <Trans>Services</Trans>
      </Heading>
      <Stack as="ul" gap="3" listStyleType="none">
        {services.map((service) => (
          <Box as="li" key={service.name} borderWidth="1px" borderRadius="lg" p="4">
            <Flex gap="2" align="center" wrap="wrap">
              <Text fontWeight="600">{service.name}</Text>
              <Badge colorPalette={states[service.state].color}>{states[service.state].label}</Badge>
            </Flex>
            <Text fontSize="sm" color="fg.muted" mt="1">
              {service.person ? t`${service.person}. ${days(service)}` : days(service)}
            </Text>
            {service.notes && (
              <Text mt="2" whiteSpace="pre-line">
                {service.notes}
              </Text>
            )}
          </Box>
        ))}
      </Stack>
    </Stack>
  );
}
