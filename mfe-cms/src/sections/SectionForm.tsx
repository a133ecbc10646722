import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import { outcomeTitle, useCommand } from '@masomo/data';
import { getSettingGroup, saveSettingGroup, type SettingGroup } from '@masomo/data/site/siteSettings';
import { formatDateTimeWithSeconds } from '@masomo/domain/time';
import { Alert, Button, ButtonLink, Card, Grid, HStack, SkeletonText, Stack, toaster } from '@masomo/design-system';
import { FormError, SubmitButton } from '@masomo/design-system/forms';
import { useUnsavedChanges } from '@masomo/navigation';
import { EditorHeader } from '../shared/EditorHeader.tsx';
import type { SectionSpec } from '../shared/sectionSpecs.ts';
import { ListField } from './ListField.tsx';
import { SectionFields } from './SectionFields.tsx';
import { withoutBlankTexts } from './withoutBlankTexts.ts';
import { differingPaths, withValueAt } from './valueAt.ts';
import { VersionList } from './VersionList.tsx';

const MenuFields = lazy(async () => ({ default: (await import('./menu/MenuFields.tsx')).MenuFields }));

/** The form of a section. Saving publishes at once; earlier versions are loaded into the form. */
export function SectionForm({ section, group }: { section: SectionSpec; group: SettingGroup }) {
  const [saved, setSaved] = useState(group);
  const [value, setValue] = useState(group.value);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [taken, setTaken] = useState<string>();
  const save = useCommand(saveSettingGroup, { invalidates: ['settings'] });
  const reload = useCommand(getSettingGroup);
  useUnsavedChanges(differingPaths(value, saved.value).length > 0);
  const error = save.error ?? reload.error;
  const isBusy = save.isRunning || reload.isRunning;

  function change(path: string, next: unknown) {
    setValue((present: unknown) => withValueAt(present, path, next));
    setProblems((all) =>
      Object.fromEntries(Object.entries(all).filter(([field]) => path !== '' && field !== path && !field.startsWith(`${path}.`))),
    );
  }

  async function store(against: SettingGroup) {
    const result = await save.run({ ...against, value: section.english ? withoutBlankTexts(value) : value });
    if (!result) return;
    if ('problems' in result) {
      setProblems(Object.fromEntries(result.problems.map(({ path, problem }) => [path, problem])));
      return;
    }
    setProblems({});
    setTaken(undefined);
    setSaved({ ...against, value, updatedAt: result.updatedAt });
    toaster.success({ title: t`Saved`, description: t`Visitors see it from now on.` });
  }

  async function keepMine() {
    const stored = await reload.run(section.key);
    if (stored) await store(stored);
  }

  async function takeTheirs() {
    const stored = await reload.run(section.key);
    if (!stored) return;
    save.reset();
    setSaved(stored);
    setValue(stored.value);
    setProblems({});
  }

  const draft = { value, problems, change };
  return (
    <form
      aria-label={section.title}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void store(saved);
      }}
    >
      <EditorHeader
        title={section.title}
        description={section.description}
        actions={
          <>
            {section.view && (
              <ButtonLink to={section.view} size="sm" variant="outline">
                <Trans>View page</Trans>
              </ButtonLink>
            )}
            <SubmitButton size="sm" isBusy={isBusy} busyLabel={t`Saving...`}>
              <Trans>Save</Trans>
            </SubmitButton>
          </>
        }
      />
      <Grid templateColumns={{ base: '1fr', xl: '1fr 20rem' }} gap="8" alignItems="start">
        <Stack gap="5" maxW="3xl">
          <FormError title={outcomeTitle(error, t`Not saved`)}>
            {error?.userMessage ?? (Object.keys(problems).length > 0 && t`Some fields need attention. They are marked below.`)}
          </FormError>
          {save.error?.kind === 'conflict' && (
            <HStack gap="2" wrap="wrap">
              <Button size="sm" disabled={isBusy} onClick={() => void keepMine()}>
                <Trans>Save mine, keep theirs as a version</Trans>
              </Button>
              <Button size="sm" variant="outline" disabled={isBusy} onClick={() => void takeTheirs()}>
                <Trans>Discard mine, load theirs</Trans>
              </Button>
            </HStack>
          )}
          {taken && (
            <Alert.Root status="info">
              <Alert.Indicator />
              <Alert.Content>
                <Alert.Description>
                  <Trans>This is the version from {taken}. Save to make it current.</Trans>
                </Alert.Description>
              </Alert.Content>
            </Alert.Root>
          )}
          <Card.Root>
            <Card.Body>
              {section.isMenu ? (
                <Suspense fallback={<SkeletonText noOfLines={9} gap="5" />}>
                  <MenuFields draft={draft} />
                </Suspense>
              ) : section.isList ? (
                <ListField
                  label={section.title}
                  entry={t`Link`}
                  path=""
                  draft={draft}
                  blank={Object.fromEntries(section.fields.map(({ key }) => [key, '']))}
                  renderEntry={(path) => <SectionFields fields={section.fields} prefix={path} draft={draft} />}
                />
              ) : (
                <SectionFields fields={section.fields} draft={draft} />
              )}
            </Card.Body>
          </Card.Root>
        </Stack>
        <VersionList
          settingKey={section.key}
          present={saved.value}
          onTake={(version) => {
            setValue(version.value);
            setProblems({});
            setTaken(formatDateTimeWithSeconds(version.savedAt));
          }}
        />
      </Grid>
    </form>
  );
}
