import { memo } from 'react';
import { Redo2, Undo2 } from 'lucide-react';
import type { PageDraft } from '@masomo/data/site/pages';
import { Badge, Button, HStack, IconButton, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { SubmitButton } from '@masomo/design-system/forms';

type PageState = { saved: PageDraft | undefined; isSaving: boolean; isDirty: boolean; isLocalDraftBroken: boolean };
type PageFormHeaderProps = PageState &
  Record<'isBusy' | 'isPreviewOpen' | 'canUndo' | 'canRedo', boolean> &
  Record<'undo' | 'redo' | 'onPreview' | 'onPublish' | 'onUnpublish', () => void>;

function saveStatus({ saved, isSaving, isDirty, isLocalDraftBroken }: PageState) {
  if (isSaving) return 'Saving...';
  if (!isDirty) return saved ? 'Everything is saved' : '';
  return isLocalDraftBroken ? 'Not saved yet, and this browser cannot keep a copy' : 'Not saved yet';
}

/** The page's status with undo, redo, preview, save and publish. */
export const PageFormHeader = memo(function PageFormHeader({
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
    <PageHeader
      title={saved ? 'Edit page' : 'New page'}
      description={
        <HStack gap="2" flexWrap="wrap">
          {saved && <Badge colorPalette={saved.isPublished ? 'green' : 'gray'}>{saved.isPublished ? 'Published' : 'Draft'}</Badge>}
          {saved?.isPublished && (saved.hasChanges || isDirty) && <Badge colorPalette="yellow">Unpublished changes</Badge>}
          <Text as="span" fontSize="sm" role="status">
            {saveStatus(state)}
          </Text>
        </HStack>
      }
      actions={
        <>
          <IconButton size="sm" variant="ghost" aria-label="Undo" disabled={!canUndo} onClick={undo}>
            <Undo2 size={18} />
          </IconButton>
          <IconButton size="sm" variant="ghost" aria-label="Redo" disabled={!canRedo} onClick={redo}>
            <Redo2 size={18} />
          </IconButton>
          <Button size="sm" variant={isPreviewOpen ? 'subtle' : 'outline'} aria-pressed={isPreviewOpen} onClick={onPreview}>
            Preview
          </Button>
          <SubmitButton size="sm" variant="outline" isBusy={isBusy} busyLabel="Saving...">
            Save draft
          </SubmitButton>
          {saved && (
            <Button size="sm" disabled={isBusy || isSaving} onClick={onPublish}>
              Publish
            </Button>
          )}
          {saved?.isPublished && (
            <Button size="sm" variant="ghost" disabled={isBusy} onClick={onUnpublish}>
              Unpublish
            </Button>
          )}
        </>
      }
    />
  );
});
