import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { LeftOut } from '@masomo/domain/pastedMarks';
import { Alert, Button, List, Text } from '@masomo/design-system';
import { Dialog, Portal } from '@masomo/design-system/overlays';
import type { PasteChange } from './pasteChanges.ts';
import { say } from '@masomo/data';

type PastePreviewDialogProps = {
  changes: readonly PasteChange[];
  leftOut: readonly LeftOut[];
  onPaste: (changes: readonly PasteChange[]) => void;
  onClose: () => void;
};

/** Shows whose marks a pasted block would fill in, and what of it would be left out and why, before anything is written. */
export function PastePreviewDialog({ changes, leftOut, onPaste, onClose }: PastePreviewDialogProps) {
  const count = changes.length;
  return (
    <Dialog.Root role="alertdialog" size="lg" open onOpenChange={({ open }) => !open && onClose()} scrollBehavior="inside">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>
                <Trans>Check the pasted marks</Trans>
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Text mb="3">
                <Trans>Nothing is filled in yet. Blank cells leave the marks as they are.</Trans>
              </Text>
              {leftOut.length > 0 && <LeftOutList leftOut={leftOut} />}
              {count > 0 ? <ChangeList changes={changes} /> : <Text>{t`No mark of this block can be filled in.`}</Text>}
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="outline" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              {count > 0 && (
                <Button onClick={() => onPaste(changes)}>
                  <Trans>
                    Fill in <Plural value={count} one="# mark" other="# marks" />
                  </Trans>
                </Button>
              )}
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const place = ({ row, column }: LeftOut) => (row === undefined ? t`Column ${column ?? 0}` : t`Row ${row}`);
  return (
    <Alert.Root status="warning" mb="4">
      <Alert.Indicator />
      <Alert.Content minW="0">
        <Alert.Title>
          <Trans>Not filled in</Trans>
        </Alert.Title>
        <List.Root aria-label={t`Not filled in`} ps="4">
          {leftOut.map((item) => (
            <List.Item key={`${item.row} ${item.column} ${item.text}`} overflowWrap="anywhere">
              {place(item)}
              {item.text && ` (${item.text})`}: {say(item.reason)}
            </List.Item>
          ))}
        </List.Root>
      </Alert.Content>
    </Alert.Root>
  );
}

function ChangeList({ changes }: { changes: readonly PasteChange[] }) {
  return (
    <>
      <Text fontWeight="medium" mb="1">
        <Trans>To be filled in</Trans>
      </Text>
      <List.Root aria-label={t`To be filled in`} ps="4">
        {changes.map(({ assessment, studentId, student, before, typed }) => (
          <List.Item key={`${assessment.id} ${studentId}`} overflowWrap="anywhere">
            {before === '' || before === typed
              ? t`${student}, ${assessment.name}: ${typed}`
              : t`${student}, ${assessment.name}: ${typed} instead of ${before}`}
          </List.Item>
        ))}
      </List.Root>
    </>
  );
}
