import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Box, Flex, Heading, Stack, Text } from '@masomo/design-system';
import type { OrderLicence, OrderDocument } from '@masomo/domain/orderDocument';
import { formatDate } from '@masomo/domain/time';
import { LicenceKeyButton } from './LicenceKeyButton.tsx';

const validity = ({ validFrom, validUntil }: OrderLicence) =>
  validUntil ? t`Valid from ${formatDate(validFrom)} to ${formatDate(validUntil)}` : t`Valid from ${formatDate(validFrom)}, no end date`;

/** The licences of an order, each with its key as a download. */
export function LicenceList({ order }: { order: OrderDocument }) {
  return (
    <Stack as="section" aria-labelledby="licences" gap="3">
      <Heading id="licences" as="h2" size="lg">
        <Trans>Licences</Trans>
      </Heading>
      <Text color="fg.muted">
        {order.licences.some(({ category, isRevoked }) => category === 'standalone' && !isRevoked) ? (
          <Trans>
            For your own server: download the key and give it to an administrator of the school, who adds it there under School, Plan and
            licences.
          </Trans>
        ) : (
          <Trans>There is nothing to enter: what you bought is on as soon as it is paid. Keep the key for your files.</Trans>
        )}
      </Text>
      <Stack as="ul" gap="3" listStyleType="none">
        {order.licences.map((licence) => (
          <Flex
            as="li"
            key={licence.key}
            justify="space-between"
            align="center"
            gap="3"
            wrap="wrap"
            borderWidth="1px"
            borderRadius="lg"
            p="4"
          >
            <Box minW="0">
              <Flex gap="2" align="center" wrap="wrap">
                <Text fontWeight="600">
                  {licence.quantity > 1 ? t`${licence.name}, ${licence.quantity} schools or campuses` : licence.name}
                </Text>
                {licence.isRevoked && (
                  <Badge colorPalette="red">
                    <Trans>Withdrawn</Trans>
                  </Badge>
                )}
              </Flex>
              <Text mt="1" fontFamily="mono" wordBreak="break-all">
                {licence.key}
              </Text>
              <Text fontSize="sm" color="fg.muted" mt="1">
                {licence.school}. {validity(licence)}
              </Text>
            </Box>
            {!licence.isRevoked && <LicenceKeyButton order={order} licence={licence} />}
          </Flex>
        ))}
      </Stack>
    </Stack>
  );
}
