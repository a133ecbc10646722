import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useFeature } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { Box, Button, ButtonLink, HStack, Stack, Text, toaster } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { NativeSelect, SelectField } from '@masomo/design-system/forms';
import type { DataTableColumn } from '@masomo/design-system/tables';
import { useSearchParams } from '@masomo/navigation';
import { RecordList } from '@masomo/remote/RecordList';
import { useModule } from '@masomo/remote/useModule';
import { listLessons, liveKeys, type LiveLesson, type Provider } from '../../data/live.ts';
import { saveLiveLessons } from '../../data/liveCommands.ts';
import { LiveNav } from '../shared/LiveNav.tsx';
import { liveFeature } from '../shared/liveHome.ts';
import { providerNames } from '../shared/liveTexts.ts';
import { DaysOffCard } from './DaysOffCard.tsx';

const weekdays = [t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`, t`Sunday`];
const providerOf = (value: string): Provider | null => (value === 'zoom' || value === 'google-meet' ? value : null);
const whenOf = ({ weekday, startsAt, endsAt }: LiveLesson) => t`${weekdays[weekday - 1] ?? ''}, ${startsAt} to ${endsAt}`;

/** The lessons of a class in the timetable, and by whom each is held live; below, the days without lessons. */
export function LessonsPage() {
  const { isReadOnly } = useModule(liveFeature);
  const [params, setParams] = useSearchParams();
  const { data: classes } = useQuery(peopleKeys.classNames(), listClassNames);
  const classId = params.get('class') ?? classes?.[0]?.id ?? '';
  const { data: lessons, error, reload } = useQuery(classId ? liveKeys.lessons(classId) : null, (db) => listLessons(db, classId));
  const offered: Provider[] = [
    ...(useFeature('addon:google-meet') ? (['google-meet'] as const) : []),
    ...(useFeature('addon:zoom') ? (['zoom'] as const) : []),
  ];
  const save = useCommand(saveLiveLessons, {
    invalidates: ['live-classes'],
    onError: (failure) => toaster.error(failureMessage(failure, t`The lessons were not changed`)),
  });
  const isEditable = !isReadOnly && !save.isRunning;
  const taught = (lessons ?? []).filter(({ teacher }) => teacher !== '');
  const columns: DataTableColumn<LiveLesson>[] = [
    { id: 'when', header: t`When`, noWrap: true, cell: whenOf },
    {
      id: 'subject',
      header: t`Subject`,
      cell: ({ subject, teacher }) => (
        <Box>
          <Text fontWeight="600">{subject}</Text>
          <Text fontSize="sm" color="fg.muted">
            {teacher || t`No teacher in the timetable`}
          </Text>
        </Box>
      ),
    },
    {
      id: 'provider',
      header: t`Held live by`,
      cell: (row) => (
        <NativeSelect.Root size="sm" w="44" maxW="full" disabled={!isEditable || (row.teacher === '' && row.provider === null)}>
          <NativeSelect.Field
            aria-label={t`${row.subject}, ${whenOf(row)}: held live by`}
            value={row.provider ?? ''}
            onChange={({ currentTarget }) => void save.run({ lessonIds: [row.id], provider: providerOf(currentTarget.value) })}
          >
            <option value="">{t`Not live`}</option>
            {[...new Set([...offered, ...(row.provider ? [row.provider] : [])])].map((provider) => (
              <option key={provider} value={provider}>
                {providerNames[provider]}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t`Lessons held live`}
        description={t`Choose lessons of the timetable. Each gets a meeting of its own on every day of the school's terms, a week ahead.`}
      />
      <LiveNav current="/lessons" />
      <Stack gap="6">
        <HStack wrap="wrap" gap="3" align="end">
          <Box w={{ base: 'full', sm: '72' }}>
            <SelectField
              label={t`Class`}
              options={(classes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={classId}
              onChange={({ currentTarget }) => setParams({ class: currentTarget.value }, { replace: true })}
            />
          </Box>
          {taught.length > 0 &&
            !isReadOnly &&
            offered.map((provider) => (
              <Button
                key={provider}
                variant="outline"
                disabled={!isEditable}
                onClick={() => void save.run({ lessonIds: taught.map(({ id }) => id), provider })}
              >
                {t`All by ${providerNames[provider]}`}
              </Button>
            ))}
          {taught.some(({ provider }) => provider !== null) && !isReadOnly && (
            <Button
              variant="ghost"
              disabled={!isEditable}
              onClick={() => void save.run({ lessonIds: taught.map(({ id }) => id), provider: null })}
            >
              <Trans>None live</Trans>
            </Button>
          )}
        </HStack>
        <RecordList
          label={t`Lessons`}
          columns={columns}
          rows={lessons}
          error={error}
          onRetry={reload}
          pageSize={100}
          rowLabel={(row) => `${row.subject}, ${whenOf(row)}`}
          empty={{
            title: t`This class has no lessons in the timetable`,
            text: t`Add its lessons with their teachers on the page of the class. Then choose here which are held live.`,
            ...(classId ? { action: <ButtonLink to={`/dashboard/classes/${classId}`}>{t`Open the class`}</ButtonLink> } : {}),
          }}
        />
        <DaysOffCard isReadOnly={isReadOnly} />
      </Stack>
    </>
  );
}
