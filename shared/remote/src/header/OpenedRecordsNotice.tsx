import { Trans } from '@lingui/react/macro';
import { useSession } from '@masomo/auth';
import { formatTime } from '@masomo/domain/time';
import { Box, Text } from '@masomo/design-system';

/** Names on every screen the schools whose children's records a super admin has open. */
export function OpenedRecordsNotice() {
  const { user } = useSession();
  const opened = (user?.openedRecords ?? []).filter(({ until }) => Date.parse(until) > Date.now());
  if (opened.length === 0) return null;
  return (
    <Box role="status" bg="warning.subtle" color="warning.fg" px={{ base: '4', md: '8' }} py="2">
      {opened.map(({ school, until }) => (
        <Text key={school} textStyle="sm" fontWeight="550" overflowWrap="anywhere">
          <Trans>
            Children’s records of <span translate="no">{school}</span> are open to you until {formatTime(until)}
          </Trans>
        </Text>
      ))}
    </Box>
  );
}
