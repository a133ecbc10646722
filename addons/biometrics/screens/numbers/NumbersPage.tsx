import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { formatDateTime } from '@masomo/domain/time';
import { AppLink, Badge, Button, HStack, Text, toaster } from '@masomo/design-system';
import { FilterSelect } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { ListScreen } from '@masomo/remote/ListScreen';
import { useModule } from '@masomo/remote/useModule';
import { listNumbers, readerKeys, type NumberedStudent } from '../../data/readers.ts';
import { sendName, takeNumber } from '../../data/readerCommands.ts';
import { NumberDialog } from '../shared/NumberDialog.tsx';
import { ReadersNav } from '../shared/ReadersNav.tsx';
import { readersFeature } from '../shared/readersHome.ts';
import { NumberClassDialog } from './NumberClassDialog.tsx';

type Opened = { what: 'give' | 'class' } | { what: 'change' | 'take'; student: NumberedStudent };

/** By which number readers know each student. */
export function NumbersPage() {
  const { isReadOnly } = useModule(readersFeature);
  const [classId, setClassId] = useState('');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { data: classes } = useQuery(peopleKeys.classNames(), listClassNames);
  const send = useCommand(sendName, {
    invalidates: ['readers'],
    onSuccess: (count) =>
      count === 0
        ? toaster.error({ title: t`No reader is connected` })
        : toaster.success({ title: t`The name goes to ${plural(count, { one: '# reader', other: '# readers' })}` }),
    onError: (failure) => toaster.error(failureMessage(failure, t`The name was not sent`)),
  });
  const take = useCommand(takeNumber, {
    invalidates: ['readers'],
    onSuccess: close,
    onError: (failure) => toaster.error(failureMessage(failure, t`Nothing was changed`)),
  });
  const columns: DataTableColumn<NumberedStudent>[] = [
    {
      id: 'name',
      header: t`Student`,
      sortable: true,
      cell: ({ id, name, isBoarder }) => (
        <HStack gap="2" wrap="wrap">
          <AppLink to={`/dashboard/students/${id}`} fontWeight="600">
            {name}
          </AppLink>
          {isBoarder && <Badge>{t`Boarder`}</Badge>}
        </HStack>
      ),
    },
    { id: 'number', header: t`Number`, noWrap: true, cell: ({ number }) => number },
    { id: 'admission_number', header: t`Admission number`, noWrap: true, cell: ({ admissionNumber }) => admissionNumber },
    { id: 'class_name', header: t`Class`, sortable: true, cell: ({ className }) => className },
    {
      id: 'last_seen_at',
      header: t`Last seen`,
      sortable: true,
      cell: ({ lastSeenAt }) => (lastSeenAt ? formatDateTime(lastSeenAt) : <Text color="fg.muted">{t`Never`}</Text>),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (student) =>
        !isReadOnly && (
          <HStack gap="1" justify="flex-end" wrap="wrap">
            <Button
              size="xs"
              variant="ghost"
              disabled={send.isRunning}
              aria-label={t`Send the name of ${student.name} to the readers`}
              onClick={() => void send.run(student.id)}
            >
              <Trans>Send name</Trans>
            </Button>
            <Button
              size="xs"
              variant="ghost"
              aria-label={t`Change the number of ${student.name}`}
              onClick={() => setOpened({ what: 'change', student })}
            >
              <Trans>Change</Trans>
            </Button>
            <Button
              size="xs"
              variant="ghost"
              aria-label={t`Take away the number of ${student.name}`}
              onClick={() => setOpened({ what: 'take', student })}
            >
              <Trans>Take away</Trans>
            </Button>
          </HStack>
        ),
    },
  ];
  return (
    <ListScreen
      title={t`Numbers`}
      description={t`By which number the readers know a student, once the guardians have agreed.`}
      actions={
        !isReadOnly && (
          <>
            <Button size="sm" variant="outline" onClick={() => setOpened({ what: 'class' })}>
              <Trans>Number a class</Trans>
            </Button>
            <Button size="sm" onClick={() => setOpened({ what: 'give' })}>
              <Trans>Give a number</Trans>
            </Button>
          </>
        )
      }
      intro={<ReadersNav current="/numbers" />}
      filters={
        <FilterSelect
          label={t`Class`}
          options={[{ value: '', label: t`All classes` }, ...(classes ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
          value={classId}
          onValueChange={setClassId}
        />
      }
      filterKey={classId}
      isFiltered={classId !== ''}
      export={{
        name: t`Numbers on readers`,
        columns: [
          { title: t`Student`, value: (row) => row.name },
          { title: t`Admission number`, value: (row) => row.admissionNumber },
          { title: t`Class`, value: (row) => row.className },
          { title: t`Number`, value: (row) => row.number },
        ],
      }}
      columns={columns}
      sort={{ column: 'name', descending: false }}
      pageSize={25}
      live={['reader_numbers', 'students']}
      keyOf={(filter) => readerKeys.numbers({ ...filter, classId })}
      query={(db, filter) => listNumbers(db, { ...filter, classId })}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      empty={{
        title: t`Nobody has a number yet`,
        text: t`Number a class, enrol each finger or face at the reader under that number, and registers fill by themselves.`,
      }}
    >
      {opened?.what === 'give' && <NumberDialog onClose={close} />}
      {opened?.what === 'class' && <NumberClassDialog onClose={close} />}
      {opened?.what === 'change' && (
        <NumberDialog name={opened.student.name} given={{ studentId: opened.student.id, number: opened.student.number }} onClose={close} />
      )}
      {opened?.what === 'take' && (
        <ConfirmDialog
          isOpen
          title={t`Take away the number of ${opened.student.name}?`}
          confirmLabel={t`Take away`}
          isBusy={take.isRunning}
          onConfirm={() => void take.run(opened.student.id)}
          onClose={close}
          body={t`The readers also forget the finger or the face that they have for it.`}
        />
      )}
    </ListScreen>
  );
}
