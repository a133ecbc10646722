import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useFeature } from '@masomo/auth';
import { failureMessage, useCommand, useQuery } from '@masomo/data';
import { listClassNames, peopleKeys } from '@masomo/data/people/people';
import { AppLink, Box, Button, ButtonLink, HStack, SegmentedToggle, Stack, Text, toaster } from '@masomo/design-system';
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
/** One that is held live already can still be taken back without a teacher. */
const needsTeacher = ({ teacher, provider }: LiveLesson) => teacher === '' && provider === null;
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
  const classPage = `/dashboard/classes/${classId}`;
  const ready = lessons?.filter((lesson) => !needsTeacher(lesson));
  const waiting = (lessons ?? []).filter(needsTeacher).length;
  const isAll = params.get('show') === 'all';
  const columns: DataTableColumn<LiveLesson>[] = [
    { id: 'when', header: t`When`, noWrap: true, cell: whenOf },
    {
      id: 'subject',
      header: t`Subject`,
      cell: ({ subject, teacher }) => (
        <Box>
          <Text fontWeight="600">{subject}</Text>
          <Text fontSize="sm" color="fg.muted">
            {teacher}
          </Text>
        </Box>
      ),
    },
    {
      id: 'provider',
      header: t`Held live by`,
      cell: (row) =>
        needsTeacher(row) ? (
          <AppLink to={classPage} color="fg.muted" textDecoration="underline">
            <Trans>Needs a teacher</Trans>
          </AppLink>
        ) : (
          <NativeSelect.Root size="sm" w="44" maxW="full" disabled={!isEditable}>
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
        <Box>
          <RecordList
            label={t`Lessons`}
            columns={columns}
            rows={isAll ? lessons : ready}
            error={error}
            onRetry={reload}
            pageSize={100}
            rowLabel={(row) => `${row.subject}, ${whenOf(row)}`}
            filters={
              waiting > 0 && (
                <SegmentedToggle
                  label={t`Lessons`}
                  value={isAll ? 'all' : 'taught'}
                  onChange={(shown) => setParams({ class: classId, ...(shown === 'all' ? { show: 'all' } : {}) }, { replace: true })}
                  options={[
                    { value: 'taught', label: t`With a teacher (${ready?.length ?? 0})` },
                    { value: 'all', label: t`All lessons (${lessons?.length ?? 0})` },
                  ]}
                />
              )
            }
            empty={{
              title: waiting > 0 ? t`No lesson of this class has a teacher yet` : t`This class has no lessons in the timetable`,
              text: t`Add its lessons with their teachers on the page of the class. Then choose here which are held live.`,
              ...(classId ? { action: <ButtonLink to={classPage}>{t`Open the class`}</ButtonLink> } : {}),
            }}
          />
        </Box>
        <DaysOffCard isReadOnly={isReadOnly} />
      </Stack>
    </>
  );
}
