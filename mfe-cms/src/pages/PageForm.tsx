import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import type { PageContent, PageDraft } from '@masomo/data/site/pages';
import { Box, Button, Grid, Heading, HStack, Skeleton, Stack } from '@masomo/design-system';
import { FormError } from '@masomo/design-system/forms';
import { useNavigate, useUnsavedChanges } from '@masomo/navigation';
import { BlockList } from './blocks/BlockList.tsx';
import { RecoveredDraft } from './drafts/RecoveredDraft.tsx';
import { PageFormHeader } from './PageFormHeader.tsx';
import { PageVersions } from './versions/PageVersions.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { SearchFields } from './SearchFields.tsx';
import { TitleFields } from './TitleFields.tsx';
import { useLocalDraft } from './drafts/useLocalDraft.ts';
import { usePageSaving } from './usePageSaving.ts';
import { usePageForm, formStateOf } from './usePageForm.ts';
import { usePreviewToggle } from './preview/usePreviewToggle.ts';
import { useStableCallbacks } from '../shared/useStableCallbacks.ts';

const PreviewPane = lazy(async () => ({ default: (await import('./preview/PreviewPane.tsx')).PreviewPane }));

const emptyPage: PageContent = { title: '', slug: '', metaDescription: '', socialImage: '', blocks: [] };

/** Title, address, search words and blocks of a page, saved against the version it was read at. */
export function PageForm({ page }: { page: PageDraft | undefined }) {
  const navigate = useNavigate();
  const { work, write, edit, replace, undo, redo, canUndo, canRedo } = usePageForm(page ?? emptyPage);
  const saving = usePageSaving({
    page,
    work,
    replace,
    onMade: (made) => {
      allowLeaving();
      copy.discard();
      void navigate(`/dashboard/cms/pages/${made.id}/edit`, { replace: true });
    },
  });
  const preview = usePreviewToggle();
  const { saved, isDirty, isBusy } = saving;
  const { allowLeaving } = useUnsavedChanges(isDirty);
  const copy = useLocalDraft({ pageId: page?.id ?? 'new', work, isDirty, version: saved?.version ?? 0, stored: page ?? emptyPage });

  const header = useStableCallbacks({
    undo,
    redo,
    onPreview: preview.toggle,
    onPublish: saving.storeAndPublish,
    onUnpublish: saving.takeBack,
  });
  const latest = useRef(saving);
  useEffect(() => void (latest.current = saving));
  const schedule = useCallback(
    (times: { publishAt: string | null; unpublishAt: string | null }) => latest.current.storeAndSchedule(times),
    [],
  );
  const restore = useCallback((versionId: string) => latest.current.goBackTo(versionId), []);

  /** A moment later what the field still held has come. */
  const soon = (work: () => unknown) => void setTimeout(work);
  const save = () => latest.current.store();

  function steer(event: React.KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey)) return;
    const step = event.key.toLowerCase();
    if (step === 's') soon(save);
    else if (step === 'z' && !event.shiftKey) soon(undo);
    else if (step === 'y' || step === 'z') soon(redo);
    else return;
    event.preventDefault();
  }

  return (
    <Box
      as="form"
      aria-label="Page"
      onKeyDown={steer}
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        soon(save);
      }}
    >
      <PageFormHeader
        {...header}
        {...{ saved, isDirty, isBusy, canUndo, canRedo }}
        isSaving={saving.isSaving}
        isCopyBroken={copy.isBroken}
        isPreviewOpen={preview.isOpen}
      />
      {/* The first save opens the page at its own address: until then nothing may be written that would not go along. */}
      {/* Columns that stretch would be laid out twice with every key, block by block. */}
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', xl: preview.isOpen ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)' }}
        gap="8"
        alignItems="start"
      >
        <Stack gap="6" maxW="3xl" inert={saving.isCreating} display={preview.isOpen ? { base: 'none', xl: 'flex' } : 'flex'}>
          <FormError title="The page was not saved">{saving.problem}</FormError>
          {saving.isConflict && (
            <HStack gap="2" flexWrap="wrap">
              <Button size="sm" disabled={isBusy} onClick={() => void saving.keepMine()}>
                Keep my text, theirs as a version
              </Button>
              <Button size="sm" variant="outline" disabled={isBusy} onClick={() => void saving.takeTheirs()}>
                Discard mine, load theirs
              </Button>
            </HStack>
          )}
          {copy.found && (
            <RecoveredDraft
              copy={copy.found}
              onTake={(content) => {
                replace(formStateOf(content));
                copy.take();
              }}
              onDiscard={copy.discard}
            />
          )}
          <TitleFields title={work.title} slug={work.slug} isNew={!page} isSystem={saved?.isSystem ?? false} onWrite={write} />
          <Stack gap="3" as="section" aria-labelledby="blocks">
            <Heading as="h2" size="lg" id="blocks">
              Content
            </Heading>
            <BlockList entries={work.entries} onEdit={edit} />
          </Stack>
          <SearchFields
            title={work.title}
            slug={work.slug}
            metaDescription={work.metaDescription}
            socialImage={work.socialImage}
            onWrite={write}
          />
          {saved && <ScheduleFields saved={saved} isBusy={isBusy} onSchedule={schedule} />}
          {saved && <PageVersions saved={saved} isBusy={isBusy} onRestore={restore} />}
        </Stack>
        {preview.isOpen && (
          <Box position="sticky" top="18" h="calc(100dvh - 6rem)" minH="96" alignSelf="start">
            <Suspense fallback={<Skeleton h="full" />}>
              <PreviewPane work={work} />
            </Suspense>
          </Box>
        )}
      </Grid>
    </Box>
  );
}
