import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { gateKeys, getGateDay } from '../data/qrAttendance.ts';
import { Box, Text } from '@masomo/design-system';

/** Below a register: how many of the class came through the gate, and where the register says otherwise. */
export function RegisterCard({ classId, day }: { classId: string; day: string }) {
  const { data } = useQuery(gateKeys.day(day, classId), (db) => getGateDay(db, { day, classId }));
  if (!data || data.in === 0) return null;
  const names = data.contradicting.join(', ');
  return (
    <Box role="status" mt="4" p="3" borderWidth="1px" borderRadius="lg" fontSize="sm">
      <Text>{t`${plural(data.in, { one: '# student', other: '# students' })} seen at the gate.`}</Text>
      {names && (
        <Text color="fg.warning">
          <Trans>Seen at the gate but not marked present: {names}.</Trans>
        </Text>
      )}
    </Box>
  );
}
