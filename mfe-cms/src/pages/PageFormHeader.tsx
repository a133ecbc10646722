import { Redo2, Undo2 } from 'lucide-react';
import { Badge, Button, HStack, IconButton, Text } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { SubmitButton } from '@masomo/design-system/forms';
import type { usePageSaving } from './usePageSaving.ts';

type PageFormHeaderProps = { saving: ReturnType<typeof usePageSaving>; isCopyBroken: boolean; history: { undo: () => void; redo: () => void; canUndo: boolean; canRedo: boolean }; preview: { isOpen: boolean; toggle: () => void } };

function wordsOf({ saved, isSaving, isDirty }: PageFormHeaderProps['saving'], isCopyBroken: boolean) {
  if (isSaving) return 'Saving...';
  if (!isDirty) return saved ? 'Everything is saved' : '';
  return isCopyBroken ? 'Not saved yet, and this browser cannot keep a copy' : 'Not saved yet';
}

/** What state the page is in, steps back and forth, saving and publishing. */
export function PageFormHeader({ saving, isCopyBroken, history, preview }: PageFormHeaderProps) {
  const { saved, isBusy } = saving;
  return (
    <PageHeader
      title={saved ? 'Edit page' : 'New page'}
      description={(
        <HStack gap="2" flexWrap="wrap">
          {saved && <Badge colorPalette={saved.isPublished ? 'green' : 'gray'}>{saved.isPublished ? 'Published' : 'Draft'}</Badge>}
          {saved?.isPublished && (saved.hasChanges || saving.isDirty) && <Badge colorPalette="yellow">Unpublished changes</Badge>}
          <Text as="span" fontSize="sm" role="status">{wordsOf(saving, isCopyBroken)}</Text>
        </HStack>
      )}
      actions={(
        <>
          <IconButton size="sm" variant="ghost" aria-label="Undo" disabled={!history.canUndo} onClick={history.undo}><Undo2 size={18} /></IconButton>
          <IconButton size="sm" variant="ghost" aria-label="Redo" disabled={!history.canRedo} onClick={history.redo}><Redo2 size={18} /></IconButton>
          <Button size="sm" variant={preview.isOpen ? 'subtle' : 'outline'} aria-pressed={preview.isOpen} onClick={preview.toggle}>Preview</Button>
          <SubmitButton size="sm" variant="outline" isBusy={isBusy} busyLabel="Saving...">Save draft</SubmitButton>
          {saved && <Button size="sm" disabled={isBusy || saving.isSaving} onClick={() => void saving.storeAndPublish()}>Publish</Button>}
          {saved?.isPublished && <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => void saving.takeBack()}>Unpublish</Button>}
        </>
      )}
    />
  );
}
