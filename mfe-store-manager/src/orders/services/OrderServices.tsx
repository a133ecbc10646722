import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Allowed } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { fulfilmentKeys, listFulfilments, type Fulfilment } from '@masomo/data/store/fulfilments';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Button, ErrorState, Flex, Heading, Stack, Text } from '@masomo/design-system';
import { FulfilmentDialog } from './FulfilmentDialog.tsx';
import { fulfilmentLabels } from './fulfilmentLabels.ts';

/** The services of a paid order with what becomes of each; super admins change it, buyers read it. */
export function OrderServices({ orderId }: { orderId: string }) {
  const { data: services, error, reload } = useQuery(fulfilmentKeys.ofOrder(orderId), (db) => listFulfilments(db, orderId));
  const [edited, setEdited] = useState<Fulfilment>();
  if (error && !services) return <ErrorState error={error} onRetry={reload} />;
  if (!services || services.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="services">
      <Heading as="h3" size="sm" id="services" mb="2">
        <Trans>Services</Trans>
      </Heading>
      <Stack gap="3">
        {services.map((service) => (
          <Flex key={service.id} justify="space-between" align="start" gap="3">
            <Box minW="0" fontSize="sm">
              <Text>
                <Text as="strong">{service.name}</Text>{' '}
                <Badge colorPalette={fulfilmentLabels[service.state].color}>{fulfilmentLabels[service.state].label}</Badge>
              </Text>
              <Text color="fg.muted">
                {[service.person, ...[service.startsOn, service.endsOn].filter(Boolean).map((day) => formatDate(day))]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              {service.notes && <Text whiteSpace="pre-line">{service.notes}</Text>}
            </Box>
            <Allowed to="order:set-status">
              <Button size="xs" variant="outline" aria-label={t`Edit ${service.name}`} onClick={() => setEdited(service)}>
                <Trans>Edit</Trans>
              </Button>
            </Allowed>
          </Flex>
        ))}
      </Stack>
      {edited && <FulfilmentDialog service={edited} onClose={() => setEdited(undefined)} />}
    </Box>
  );
}
