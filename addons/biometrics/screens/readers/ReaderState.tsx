import { t } from '@lingui/core/macro';
import { formatNumber } from '@masomo/domain/number';
import { formatDateTime } from '@masomo/domain/time';
import { Badge, Box, HStack, Text } from '@masomo/design-system';
import type { Reader } from '../../data/readers.ts';

const minutesOf = (seconds: number | null) => formatNumber(Math.max(1, Math.round(Math.abs(seconds ?? 0) / 60)));

function clockLabel({ clock, drift }: Reader): string | null {
  if (clock === 'fast') return t`Clock ${minutesOf(drift)} min fast`;
  if (clock === 'slow') return t`Clock ${minutesOf(drift)} min slow`;
  return clock === 'lost' ? t`Clock has lost the date` : null;
}

/** Whether a reader counts, calls, and tells the right time. */
export function ReaderState({ reader }: { reader: Reader }) {
  const clock = clockLabel(reader);
  const { state, calledAt, isSilent, strangerAt, strangerFrom } = reader;
  return (
    <Box>
      <HStack gap="1" wrap="wrap">
        {state === 'stopped' && <Badge>{t`Stopped`}</Badge>}
        {state === 'waiting' && (
          <Badge colorPalette={calledAt ? 'orange' : 'gray'}>{calledAt ? t`To approve` : t`Has not called yet`}</Badge>
        )}
        {state === 'approved' && <Badge colorPalette={isSilent ? 'red' : 'green'}>{isSilent ? t`Silent` : t`Calling`}</Badge>}
        {clock && <Badge colorPalette="orange">{clock}</Badge>}
      </HStack>
      {strangerAt && (
        <Text fontSize="sm" color="fg.warning">
          {t`Refused: a call from ${strangerFrom ?? ''} on ${formatDateTime(strangerAt)}`}
        </Text>
      )}
    </Box>
  );
}
