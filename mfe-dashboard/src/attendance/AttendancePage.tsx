import { useState } from 'react';
import { useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people';
import { Box, EmptyState, ErrorState, SkeletonText } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SelectField, TextField } from '@masomo/design-system/forms';
import { today } from '../shared/days.ts';
import { Register } from './Register.tsx';

/** Who is at school: one class, one day. */
export function AttendancePage() {
  const [classId, setClassId] = useState('');
  const [day, setDay] = useState(today);
  const { data: classes, error, reload } = useQuery(peopleKeys.classNames(), listClassNames);
  const chosen = classId || classes?.[0]?.id || '';
  return (
    <>
      <PageHeader title="Attendance" description="Mark who is at school." />
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !classes && <SkeletonText noOfLines={6} />}
      {classes?.length === 0 && <EmptyState title="No classes">You have no class to mark.</EmptyState>}
      {classes && classes.length > 0 && (
        <>
          <Toolbar>
            <Box w="56"><SelectField label="Class" options={classes.map(({ id, name }) => ({ value: id, label: name }))} value={chosen} onChange={(event) => setClassId(event.currentTarget.value)} /></Box>
            <Box w="44"><TextField label="Day" type="date" max={today()} value={day} onChange={(event) => setDay(event.currentTarget.value || today())} /></Box>
          </Toolbar>
          <Register key={`${chosen} ${day}`} classId={chosen} day={day} />
        </>
      )}
    </>
  );
}
