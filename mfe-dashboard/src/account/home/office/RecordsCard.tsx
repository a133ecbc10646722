import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OfficeHome } from '@masomo/data/platform/officeHome';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Badge, Box, HStack, Stack, Text } from '@masomo/design-system';
import { recordKindLabels } from '../../../shared/recordLabels.ts';
import { HomeCard } from '../HomeCard.tsx';

/** The records that were made last, without health and behaviour. */
export function RecordsCard({ records }: { records: NonNullable<OfficeHome['records']> }) {
  return (
    <HomeCard id="newest-records" title={<Trans>Newest records</Trans>} link={{ to: '/dashboard/records', label: t`All records` }}>
      {records.length === 0 ? (
        <Text color="fg.muted" textStyle="sm">
          <Trans>No records yet. Merits, visits and calls to families appear here.</Trans>
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="0">
          {records.map(({ id, kind, summary, student, student_id: studentId, at }) => (
            <HStack as="li" key={id} gap="3" minH="10" py="1" css={{ '&:not(:last-child)': { borderBottomWidth: '1px' } }}>
              <Box flex="1" minW="0">
                <Text textStyle="sm" overflowWrap="anywhere">
                  {summary}
                </Text>
                <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
                  <AppLink to={`/dashboard/students/${studentId}`}>{student}</AppLink> · <time dateTime={at}>{formatDateTime(at)}</time>
                </Text>
              </Box>
              <Badge flexShrink="0">{recordKindLabels[kind]}</Badge>
            </HStack>
          ))}
        </Stack>
      )}
    </HomeCard>
  );
}
