import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OrderLicence } from '@masomo/data/store/orders';
import { formatDate } from '@masomo/domain/time';
import { Badge, Box, Heading, List, Text } from '@masomo/design-system';

/** Licences of an order with key and validity. */
export function OrderLicences({ licences }: { licences: OrderLicence[] }) {
  if (licences.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="licences">
      <Heading as="h3" size="sm" id="licences" mb="2">
        <Trans>Licences</Trans>
      </Heading>
      <List.Root listStyle="none" ps="0" gap="2">
        {licences.map((licence) => (
          <List.Item key={licence.id} fontSize="sm">
            <Text>
              <Text as="strong">{licence.name}</Text>
              {licence.quantity > 1 && ` × ${licence.quantity}`}{' '}
              {licence.isRevoked && (
                <Badge colorPalette="red">
                  <Trans>Withdrawn</Trans>
                </Badge>
              )}
            </Text>
            <Text color="fg.muted" overflowWrap="anywhere">
              <Trans>
                <Text as="span" fontFamily="mono">
                  {licence.key}
                </Text>{' '}
                ·{' '}
                {licence.validUntil
                  ? t`${formatDate(licence.validFrom)} to ${formatDate(licence.validUntil)}`
                  : t`From ${formatDate(licence.validFrom)}, no end date`}
              </Trans>
            </Text>
          </List.Item>
        ))}
      </List.Root>
    </Box>
  );
}
