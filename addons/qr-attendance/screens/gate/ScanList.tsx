import { t } from '@lingui/core/macro';
import { formatTime } from '@masomo/domain/time';
import { Box, HStack, List, Text } from '@masomo/design-system';
import type { StoredScan } from './scanOutbox.ts';
import { scanName } from './outcomeLabels.ts';
import { ScanBadge } from './ScanBadge.tsx';

/** The latest scans of this device, the newest large. */
export function ScanList({ scans }: { scans: readonly StoredScan[] }) {
  if (scans.length === 0) return null;
  return (
    <List.Root aria-label={t`Scans on this device`} listStyle="none" ps="0" borderWidth="1px" borderRadius="lg" bg="bg.panel">
      {scans.map((scan, index) => (
        <List.Item key={scan.id} px="4" py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
          <HStack justify="space-between" gap="3">
            <Box minW="0">
              <Text fontWeight="600" fontSize={index === 0 ? 'xl' : 'md'}>
                {scanName(scan)}
              </Text>
              <Text fontSize="sm" color="fg.muted">
                {[scan.group, whatHappened(scan)].filter(Boolean).join(' · ')}
              </Text>
            </Box>
            <ScanBadge outcome={scan.outcome} />
          </HStack>
        </List.Item>
      ))}
    </List.Root>
  );
}

const unrecorded: readonly StoredScan['outcome'][] = ['unknown', 'revoked', 'refused'];

/** Only what the server recorded, or will when it is sent, is an arrival or a departure. */
function whatHappened({ outcome, direction, at }: StoredScan): string {
  const time = formatTime(at);
  if (unrecorded.includes(outcome)) return t`not recorded, tried at ${time}`;
  return direction === 'in' ? t`in at ${time}` : t`out at ${time}`;
}
