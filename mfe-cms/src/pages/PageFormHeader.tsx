import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import { Redo2, Undo2 } from 'lucide-react';
import type { PageDraft } from '@masomo/data/site/pages';
import { Badge, Box, Button, HStack, IconButton, SegmentedToggle, Text } from '@masomo/design-system';
import { SubmitButton } from '@masomo/design-system/forms';
import { EditorHeader } from '../shared/EditorHeader.tsx';

const views = [
  { value: 'edit', label: t`Edit` },
  { value: 'preview', label: t`Preview` },
] as const;

type PageState = { saved: PageDraft | undefined; isSaving: boolean; isDirty: boolean; isLocalDraftBroken: boolean };
type PageFormHeaderProps = PageState & { title: string; onPreview: (isOpen: boolean) => void } & Record<
    'isBusy' | 'isPreviewOpen' | 'canUndo' | 'canRedo',
    boolean
  > &
  Record<'undo' | 'redo' | 'onPublish' | 'onUnpublish', () => void>;

function saveStatus({ saved, isSaving, isDirty, isLocalDraftBroken }: PageState) {
  if (isSaving) return t`Saving...`;
  if (!isDirty) return saved ? t`Everything is saved` : '';
  return isLocalDraftBroken ? t`Not saved yet, and this browser cannot keep a copy` : t`Not saved yet`;
}

/** The page's name and status with undo, redo, preview, save and publish. */
export const PageFormHeader = memo(function PageFormHeader({
  title,
  isBusy,
  isPreviewOpen,
  canUndo,
  canRedo,
  undo,
  redo,
  onPreview,
  onPublish,
  onUnpublish,
  ...state
}: PageFormHeaderProps) {
  const { saved, isDirty, isSaving } = state;
  return (
    <EditorHeader
      title={title || (saved ? t`Page without a title` : t`New page`)}
      description={
        <HStack gap="2" flexWrap="wrap">
          {saved && <Badge colorPalette={saved.isPublished ? 'green' : 'gray'}>{saved.isPublished ? t`Published` : t`Draft`}</Badge>}
          {saved?.isPublished && (saved.hasChanges || isDirty) && (
            <Badge colorPalette="yellow">
              <Trans>Unpublished changes</Trans>
            </Badge>
          )}
          <Text as="span" fontSize="sm" role="status">
            {saveStatus(state)}
          </Text>
        </HStack>
      }
      secondaryActions={
        <>
          <IconButton size="sm" variant="ghost" aria-label={t`Undo`} disabled={!canUndo} onClick={undo}>
            <Undo2 size={18} />
          </IconButton>
          <IconButton size="sm" variant="ghost" aria-label={t`Redo`} disabled={!canRedo} onClick={redo}>
            <Redo2 size={18} />
          </IconButton>
          {saved?.isPublished && (
            <Button size="sm" variant="ghost" disabled={isBusy} onClick={onUnpublish}>
              <Trans>Unpublish</Trans>
            </Button>
          )}
        </>
      }
      actions={
        <>
          <Box hideFrom="xl" me="auto">
            <SegmentedToggle
              label={t`Show`}
              options={views}
              value={isPreviewOpen ? 'preview' : 'edit'}
              onChange={(view) => onPreview(view === 'preview')}
            />
          </Box>
          <Button
            hideBelow="xl"
            size="sm"
            variant={isPreviewOpen ? 'subtle' : 'outline'}
            aria-pressed={isPreviewOpen}
            onClick={() => onPreview(!isPreviewOpen)}
          >
            <Trans>Preview</Trans>
          </Button>
          <SubmitButton size="sm" variant="outline" isBusy={isBusy} busyLabel={t`Saving...`}>
            <Trans>Save draft</Trans>
          </SubmitButton>
          {saved && (
            <Button size="sm" disabled={isBusy || isSaving} onClick={onPublish}>
              <Trans>Publish</Trans>
            </Button>
          )}
        </>
      }
    />
  );
});
