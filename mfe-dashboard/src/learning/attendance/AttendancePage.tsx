import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { classNamesSchema, listClassNames, peopleKeys } from '@masomo/data/people/people';
import { Box, EmptyState, ErrorState, SkeletonText, Stack } from '@masomo/design-system';
import { PageHeader, Toolbar } from '@masomo/design-system/admin';
import { SelectField, TextField } from '@masomo/design-system/fields';
import { isSecurePage } from '@masomo/domain/secureContext';
import { useSearchParams } from '@masomo/navigation';
import { PrintButton } from '@masomo/remote/PrintButton';
import { Slot } from '@masomo/remote/Slot';
import { networkFirst } from '@masomo/remote/offline/networkFirst';
import { useOutboxItems } from '@masomo/remote/offline/useOutbox';
import { MarkConflicts } from './MarkConflicts.tsx';
import { markOutbox } from './markOutbox.ts';
import { Register } from './Register.tsx';
import { RegistersCard } from './RegistersCard.tsx';
import { inOrder, opening } from '../../shared/inOrder.ts';
import { today } from '@masomo/remote/schoolDay';

export function AttendancePage() {
  const { user } = useSession();
  return user ? <Attendance owner={user.id} /> : null;
}

function Attendance({ owner }: { owner: string }) {
  // A link may preselect a class.
  const requestedClassId = useSearchParams()[0].get('class') ?? '';
  const [classId, setClassId] = useState(requestedClassId);
  const [firstDay] = useState(today);
  const [day, setDay] = useState(firstDay);
  const {
    data: classes,
    error,
    reload,
  } = useQuery([...peopleKeys.classNames(), 'cached'], (db) =>
    networkFirst({ owner, key: 'classes', schema: classNamesSchema, read: () => listClassNames(db) }),
  );
  const conflicts = useOutboxItems(markOutbox, owner).items.filter(({ conflict }) => conflict);
  const selectedClass = classes?.data.find(({ id }) => id === classId) ?? classes?.data[0];
  return (
    <>
      <PageHeader
        title={t`Attendance`}
        description={
          isSecurePage()
            ? t`Record who is at school. Without a connection, marks wait on this device.`
            : t`Record who is at school. Without https this page cannot be opened without a connection; while it stays open, marks wait on this device.`
        }
      />
      <Stack gap="6" {...(day === firstDay ? { css: inOrder } : {})}>
        {conflicts.length > 0 && <MarkConflicts marks={conflicts} />}
        {!classes && error && <ErrorState error={error} onRetry={reload} />}
        {!classes && !error && <SkeletonText noOfLines={6} {...opening} />}
        {classes?.data.length === 0 && (
          <EmptyState title={t`No classes`}>
            <Trans>You have no class to take attendance for.</Trans>
          </EmptyState>
        )}
        {classes && classes.data.length > 1 && <RegistersCard key={day} day={day} count={classes.data.length} onChoose={setClassId} />}
        {classes && selectedClass && (
          <Box css={inOrder}>
            <Toolbar>
              <Box w="56">
                <SelectField
                  label={t`Class`}
                  options={classes.data.map(({ id, name }) => ({ value: id, label: name }))}
                  value={selectedClass.id}
                  onChange={(event) => setClassId(event.currentTarget.value)}
                />
              </Box>
              <Box w="44">
                <TextField
                  label={t`Day`}
                  type="date"
                  max={today()}
                  value={day}
                  onChange={(event) => setDay(event.currentTarget.value || today())}
                />
              </Box>
              <Box ms={{ md: 'auto' }} alignSelf="flex-end">
                <PrintButton
                  label={t`Print register`}
                  sheet={async () => (await import('./registerSheet.ts')).registerSheet(selectedClass.id, selectedClass.name, day)}
                >
                  {t`Print`}
                </PrintButton>
              </Box>
            </Toolbar>
            <Register
              key={`${selectedClass.id} ${day}`}
              owner={owner}
              classId={selectedClass.id}
              className={selectedClass.name}
              day={day}
            />
            <Slot name="register/cards" context={{ classId: selectedClass.id, day }} />
          </Box>
        )}
      </Stack>
    </>
  );
}
