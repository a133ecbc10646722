import { t } from '@lingui/core/macro';
import { formatTime } from '@masomo/domain/time';
import { Badge, Box, HStack, List, Text } from '@masomo/design-system';
import type { StoredScan } from './gateStore.ts';
import { outcomeColor, outcomeLabels } from './outcomeLabels.ts';

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
                {scan.name ?? (/^[0-9A-F]{32}$/.test(scan.code) ? t`Unknown card` : scan.code)}
              </Text>
              <Text fontSize="sm" color="fg.muted">
                {[scan.group, scan.direction === 'in' ? t`in at ${formatTime(scan.at)}` : t`out at ${formatTime(scan.at)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Box>
            {scan.outcome ? (
              <Badge colorPalette={outcomeColor(scan.outcome)}>{outcomeLabels[scan.outcome]}</Badge>
            ) : (
              <Badge colorPalette="gray">{t`Not sent yet`}</Badge>
            )}
          </HStack>
        </List.Item>
      ))}
    </List.Root>
  );
}
