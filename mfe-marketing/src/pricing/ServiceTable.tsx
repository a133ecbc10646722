import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Heading, Table, Text } from '@masomo/design-system';
import type { PriceOf } from '../shared/prices.tsx';
import { TextLink } from '../shared/TextLink.tsx';
import type { Service } from '@masomo/domain/pricing';
import { unitLabel } from '@masomo/domain/pricing';
import { translate } from '@masomo/i18n';

/** Additional services with their prices. */
export function ServiceTable({ services, price }: { services: readonly Service[]; price: PriceOf }) {
  return (
    <Box as="section">
      <Heading as="h3" fontSize="xl" letterSpacing="-0.015em" marginBottom="4">
        <Trans>Additional services</Trans>
      </Heading>
      <Table.ScrollArea whiteSpace="normal" position="relative" borderWidth="1px" borderColor="border" borderRadius="xl">
        <Table.Root aria-label={t`Additional services with their prices and units`} size={{ base: 'sm', md: 'lg' }}>
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader>
                <Trans>Service</Trans>
              </Table.ColumnHeader>
              <Table.ColumnHeader textAlign="end">
                <Trans>Price</Trans>
              </Table.ColumnHeader>
              <Table.ColumnHeader>
                <Trans>Unit</Trans>
              </Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {services.map((service) => (
              <Table.Row key={service.id}>
                <Table.Cell>
                  <Text fontWeight="600">{service.name}</Text>
                  <Text color="fg.muted" display={{ base: 'none', md: 'block' }} lang={service.lang}>
                    {service.description}
                  </Text>
                </Table.Cell>
                <Table.Cell textAlign="end" whiteSpace="nowrap" fontWeight="600" fontVariantNumeric="tabular-nums">
                  {price(service.price)}
                </Table.Cell>
                <Table.Cell whiteSpace="nowrap" color="fg.muted">
                  {translate(unitLabel(service.unit))}
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
      <Text color="fg.muted" marginTop="4">
        <Trans>Services are ordered with a plan or later.</Trans>{' '}
        <TextLink to="/contact">
          <Trans>Contact Sales</Trans>
        </TextLink>
      </Text>
    </Box>
  );
}
