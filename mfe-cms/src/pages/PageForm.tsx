import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { outcomeTitle } from '@masomo/data';
import type { PageContent, PageDraft } from '@masomo/data/site/pages';
import { Box, Button, Grid, Heading, HStack, Skeleton, Stack } from '@masomo/design-system';
import { FormError } from '@masomo/design-system/forms';
import { useNavigate, useUnsavedChanges } from '@masomo/navigation';
import { BlockList } from './blocks/BlockList.tsx';
import { RecoveredDraft } from './drafts/RecoveredDraft.tsx';
import { PageLanguage } from './PageLanguage.tsx';
import { PageFormHeader } from './PageFormHeader.tsx';
import { PageVersions } from './versions/PageVersions.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { SearchFields } from './SearchFields.tsx';
import { TitleFields } from './TitleFields.tsx';
import { useLocalDraft } from './drafts/useLocalDraft.ts';
import { usePageSaving } from './usePageSaving.ts';
import type { EditedLanguage } from '../shared/LanguageSwitch.tsx';
import { formStateOf, textsIn, usePageForm, withSwahili } from './usePageForm.ts';
import { usePreviewToggle } from './preview/usePreviewToggle.ts';
import { useStableCallbacks } from '../shared/useStableCallbacks.ts';

const PreviewPane = lazy(async () => ({ default: (await import('./preview/PreviewPane.tsx')).PreviewPane }));

const emptyPage: PageContent = { title: '', slug: '', metaDescription: '', socialImage: '', blocks: [] };

/** The page editor: title, slug, blocks, search settings, schedule and versions, saved against the version it was read at. */
export function PageForm({ page }: { page: PageDraft | undefined }) {
  const navigate = useNavigate();
  const [language, setLanguage] = useState<EditedLanguage>('en');
  const { formState, write, editBlocks, replace, undo, redo, canUndo, canRedo } = usePageForm(page ?? emptyPage, language);
  const saving = usePageSaving({
    page,
    formState,
    replace,
    onCreated: (created) => {
      allowLeaving();
      localDraft.discard();
      void navigate(`/dashboard/cms/pages/${created.id}/edit`, { replace: true });
    },
  });
  const preview = usePreviewToggle();
  const texts = textsIn(formState, language);
  const isEditable = language === 'en' || formState.swahili !== undefined;
  const { saved, isDirty, isBusy } = saving;
  const { allowLeaving } = useUnsavedChanges(isDirty);
  const localDraft = useLocalDraft({
    pageId: page?.id ?? 'new',
    formState,
    isDirty,
    version: saved?.version ?? 0,
    stored: page ?? emptyPage,
  });

  const header = useStableCallbacks({
    undo,
    redo,
    onPublish: saving.storeAndPublish,
    onUnpublish: saving.unpublish,
  });
  const translation = useStableCallbacks({
    onStart: () => replace(withSwahili(formState)),
    onConfirm: saving.confirmTranslation,
    onRemove: () => replace({ ...formState, swahili: undefined }),
  });
  const latest = useRef(saving);
  useEffect(() => void (latest.current = saving));
  const schedule = useCallback(
    (times: { publishAt: string | null; unpublishAt: string | null }) => latest.current.storeAndSchedule(times),
    [],
  );
  const restore = useCallback((versionId: string) => latest.current.restoreVersion(versionId), []);

  /** Runs after the focused field has flushed what it still held. */
  const afterFlush = (task: () => unknown) => void setTimeout(task);
  const save = () => latest.current.store();

  function handleShortcut(event: React.KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === 's') afterFlush(save);
    else if (key === 'z' && !event.shiftKey) afterFlush(undo);
    else if (key === 'y' || key === 'z') afterFlush(redo);
    else return;
    event.preventDefault();
  }

  return (
    <form
      // A draft is saved with whatever it holds; each block says what it still needs before visitors see it.
      noValidate
      aria-label={t`Page`}
      onKeyDown={handleShortcut}
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        afterFlush(save);
      }}
    >
      <PageFormHeader
        {...header}
        {...{ saved, isDirty, isBusy, canUndo, canRedo }}
        title={formState.title}
        onPreview={preview.show}
        isSaving={saving.isSaving}
        isLocalDraftBroken={localDraft.isBroken}
        isPreviewOpen={preview.isOpen}
      />
      {/* Creating a page navigates to its own editor: text typed until then would be lost, so the form is inert. */}
      {/* Stretched columns would lay out every block twice per key. */}
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', xl: preview.isOpen ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)' }}
        gap="8"
        alignItems="start"
      >
        <Stack gap="6" maxW="3xl" inert={saving.isCreating} display={preview.isOpen ? { base: 'none', xl: 'flex' } : 'flex'}>
          <FormError title={outcomeTitle(saving.failure, t`The page was not saved`)}>{saving.problem}</FormError>
          {saving.isConflict && (
            <HStack gap="2" flexWrap="wrap">
              <Button size="sm" disabled={isBusy} onClick={() => void saving.keepMine()}>
                <Trans>Keep mine, save theirs as a version</Trans>
              </Button>
              <Button size="sm" variant="outline" disabled={isBusy} onClick={() => void saving.takeTheirs()}>
                <Trans>Discard mine, load theirs</Trans>
              </Button>
            </HStack>
          )}
          {localDraft.found && (
            <RecoveredDraft
              draft={localDraft.found}
              onRestore={(content) => {
                replace(formStateOf(content));
                localDraft.accept();
              }}
              onDiscard={localDraft.discard}
            />
          )}
          <PageLanguage
            language={language}
            state={saved?.translationState ?? 'missing'}
            isTranslated={formState.swahili !== undefined}
            isBusy={isBusy || saving.isSaving}
            onChoose={setLanguage}
            {...translation}
          />
          {isEditable && (
            <TitleFields
              key={`title-${language}`}
              title={texts.title}
              slug={formState.slug}
              isNew={!page && language === 'en'}
              isSystem={saved?.isSystem ?? false}
              onWrite={write}
            />
          )}
          <Stack gap="3" as="section" aria-labelledby="blocks" display={isEditable ? 'flex' : 'none'}>
            <Heading as="h2" size="lg" id="blocks">
              <Trans>Content</Trans>
            </Heading>
            {isEditable && <BlockList key={language} entries={texts.entries} onEdit={editBlocks} />}
          </Stack>
          {isEditable && (
            <SearchFields
              key={`search-${language}`}
              title={texts.title}
              slug={formState.slug}
              metaDescription={texts.metaDescription}
              socialImage={formState.socialImage}
              onWrite={write}
            />
          )}
          {saved && <ScheduleFields saved={saved} isBusy={isBusy} failure={saving.scheduleFailure} onSchedule={schedule} />}
          {saved && <PageVersions saved={saved} isBusy={isBusy} onRestore={restore} />}
        </Stack>
        {preview.isOpen && (
          <Box
            position={{ xl: 'sticky' }}
            top="36"
            h={{ base: 'calc(100dvh - 20rem)', xl: 'calc(100dvh - 10.5rem)' }}
            minH="96"
            alignSelf="start"
          >
            <Suspense fallback={<Skeleton h="full" />}>
              <PreviewPane key={language} language={language} formState={formState} />
            </Suspense>
          </Box>
        )}
      </Grid>
    </form>
  );
}
