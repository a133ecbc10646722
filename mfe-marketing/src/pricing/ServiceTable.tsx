import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Heading, Text } from '@masomo/design-system';
import { PlainTable } from '@masomo/design-system/plainTable';
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
      <PlainTable
        label={t`Additional services with their prices and units`}
        size={{ base: 'sm', md: 'lg' }}
        css={{ whiteSpace: 'normal', borderWidth: '1px', borderColor: 'border', borderRadius: 'xl' }}
        columns={[
          {
            id: 'service',
            header: t`Service`,
            cell: (service) => (
              <>
                <Text fontWeight="600">{service.name}</Text>
                <Text color="fg.muted" display={{ base: 'none', md: 'block' }} lang={service.lang}>
                  {service.description}
                </Text>
              </>
            ),
          },
          { id: 'price', header: t`Price`, align: 'end', cell: (service) => <Text fontWeight="600">{price(service.price)}</Text> },
          {
            id: 'unit',
            header: t`Unit`,
            noWrap: true,
            css: { '&:is(td)': { color: 'fg.muted' } },
            cell: (service) => translate(unitLabel(service.unit)),
          },
        ]}
        rows={services}
        rowKey={({ id }) => id}
      />
      <Text color="fg.muted" marginTop="4">
        <Trans>Services are ordered with a plan or later.</Trans>{' '}
        <TextLink to="/contact">
          <Trans>Contact Sales</Trans>
        </TextLink>
      </Text>
    </Box>
  );
}
