import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, List, Text } from '@masomo/design-system';
import { Dialog, Portal } from '@masomo/design-system/overlays';
import { erases, type PasteChange } from './pasteChanges.ts';

type EraseDialogProps = { changes: readonly PasteChange[]; onPaste: (changes: readonly PasteChange[]) => void; onClose: () => void };

/** Shows which marks the blank cells of a paste would erase before anything is written. */
export function EraseDialog({ changes, onPaste, onClose }: EraseDialogProps) {
  const erased = changes.filter(erases);
  const changed = changes.filter(({ before, typed }) => typed !== '' && typed !== before).length;
  const count = erased.length;
  return (
    <Dialog.Root role="alertdialog" open onOpenChange={({ open }) => !open && onClose()} scrollBehavior="inside">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>
                <Trans>
                  Erase <Plural value={count} one="# mark" other="# marks" />?
                </Trans>
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Text mb="3">
                <Trans>
                  Blank cells in the pasted block would erase <Plural value={count} one="# mark" other="# marks" />;{' '}
                  <Plural value={changed} one="# cell gets" other="# cells get" /> a new mark.
                </Trans>
              </Text>
              <List.Root aria-label={t`Marks that would be erased`}>
                {erased.map(({ assessment, studentId, student, before }) => (
                  <List.Item key={`${assessment.id} ${studentId}`}>
                    {student}, {assessment.name}: {before}
                  </List.Item>
                ))}
              </List.Root>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="outline" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button variant="outline" colorPalette="danger" onClick={() => onPaste(changes)}>
                <Trans>
                  Paste and erase <Plural value={count} one="# mark" other="# marks" />
                </Trans>
              </Button>
              <Button onClick={() => onPaste(changes.filter(({ typed }) => typed !== ''))}>
                <Trans>
                  Paste and keep <Plural value={count} one="# mark" other="# marks" />
                </Trans>
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
