import type { OfficeHome as Home } from '@masomo/data/platform/officeHome';
import { Grid, Stack } from '@masomo/design-system';
import { NoticesCard } from '../NoticesCard.tsx';
import { RegistersCard } from '../RegistersCard.tsx';
import { AbsencesCard } from './AbsencesCard.tsx';
import { QueueCard } from './QueueCard.tsx';
import { RecordsCard } from './RecordsCard.tsx';

/** What the office does today: what waits, the registers, whom to call, and the newest records. */
export function OfficeHome({ home }: { home: Home }) {
  const hasRegisters = home.registers?.some(({ is_taken: isTaken }) => isTaken) ?? false;
  return (
    <Stack gap="4">
      <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap="4" css={{ '& > :only-child': { gridColumn: '1 / -1' } }}>
        <QueueCard queue={home.queue} today={home.today} />
        {home.absences && <AbsencesCard absences={home.absences} hasRegisters={hasRegisters} />}
      </Grid>
      {home.registers && <RegistersCard registers={home.registers} home={home} nextDay={home.next_day} />}
      <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap="4" css={{ '& > :only-child': { gridColumn: '1 / -1' } }}>
        {home.records && <RecordsCard records={home.records} />}
        <NoticesCard notices={home.notices} to="/dashboard/announcements" />
      </Grid>
    </Stack>
  );
}
