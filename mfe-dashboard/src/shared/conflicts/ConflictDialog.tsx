import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Box, Button, SegmentedToggle, SimpleGrid, Stack, Text } from '@masomo/design-system';
import { Dialog, Portal } from '@masomo/design-system/overlays';
import type { Difference } from './compareFields.ts';

type Choice = 'mine' | 'theirs';
type ConflictDialogProps<Fields> = {
  differences: readonly Difference<Fields>[];
  /** Saves with their text in these fields. */
  onSave: (theirNames: (keyof Fields & string)[]) => void;
  onClose: () => void;
};

/** Two people have edited the same record: both texts side by side, and a choice for each field. */
export function ConflictDialog<Fields>({ differences, onSave, onClose }: ConflictDialogProps<Fields>) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(
    () => new Map(differences.map(({ name, isMine }) => [name, isMine ? 'mine' : 'theirs'])),
  );
  const choices: { value: Choice; label: string }[] = [
    { value: 'mine', label: t`Keep mine` },
    { value: 'theirs', label: t`Use theirs` },
  ];
  return (
    <Dialog.Root
      role="alertdialog"
      open
      size="lg"
      scrollBehavior="inside"
      confirmsUnsavedChanges={false}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>
                <Trans>Someone else has changed this</Trans>
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Text mb="4" color="fg.muted">
                <Trans>Nothing is saved yet. Choose which text to keep in each field.</Trans>
              </Text>
              <Stack gap="5">
                {differences.map(({ name, label, mine, theirs }) => (
                  <Box key={name} role="group" aria-label={label}>
                    <Text fontWeight="600" mb="2">
                      {label}
                    </Text>
                    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3" mb="2">
                      <Version title={t`Yours`} text={mine} isChosen={chosen.get(name) !== 'theirs'} />
                      <Version title={t`Theirs`} text={theirs} isChosen={chosen.get(name) === 'theirs'} />
                    </SimpleGrid>
                    <SegmentedToggle
                      label={t`${label}: which one to save`}
                      options={choices}
                      value={chosen.get(name) ?? 'mine'}
                      onChange={(choice) => setChosen(new Map(chosen).set(name, choice))}
                    />
                  </Box>
                ))}
              </Stack>
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" onClick={onClose}>
                <Trans>Back to editing</Trans>
              </Button>
              <Button onClick={() => onSave(differences.flatMap(({ name }) => (chosen.get(name) === 'theirs' ? [name] : [])))}>
                <Trans>Save these choices</Trans>
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function Version({ title, text, isChosen }: { title: string; text: string; isChosen: boolean }) {
  return (
    <Box borderWidth="1px" borderColor={isChosen ? 'accent.solid' : 'border'} borderRadius="md" p="3" maxH="40" overflow="auto">
      <Text fontSize="xs" color="fg.muted">
        {title}
      </Text>
      <Text whiteSpace="pre-wrap">{text}</Text>
    </Box>
  );
}
