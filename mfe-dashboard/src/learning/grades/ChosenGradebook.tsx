import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import type { ClassSubject } from '@masomo/data/learning/teaching';
import { currentTerm, type Term } from '@masomo/data/platform/schools';
import { Alert, Box, Button, HStack } from '@masomo/design-system';
import { Toolbar } from '@masomo/design-system/admin';
import { SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { ClassGradebook } from './ClassGradebook.tsx';
import { createCellDrafts } from './editing/cellDrafts.ts';
import { keptDrafts, listKeptGradebooks } from './editing/keptDrafts.ts';
import { leaveQuestion } from './editing/useGradebookEditing.ts';
import { today } from '@masomo/remote/schoolDay';

type SubjectOption = ClassSubject & { value: string; label: string };
type Selection = { subject: string; term: string };
type ChosenGradebookProps = { owner: string; subjects: readonly SubjectOption[]; terms: readonly Term[] };

/** The gradebook of the chosen class, subject and term; choosing another asks while marks of this one are not saved. */
export function ChosenGradebook({ owner, subjects, terms }: ChosenGradebookProps) {
  const [selection, setSelection] = useState<Selection>({ subject: '', term: '' });
  const [requested, setRequested] = useState<{ selection: Selection; unsaved: number }>();
  const subject = subjects.find(({ value }) => value === selection.subject) ?? subjects[0];
  const term = terms.find(({ id }) => id === selection.term) ?? currentTerm(terms, today());
  const [classId = '', subjectId = '', termId = ''] = [subject?.classId, subject?.subjectId, term?.id];
  const cellDrafts = useMemo(
    () => createCellDrafts(keptDrafts(owner, { classId, subjectId, termId })),
    [owner, classId, subjectId, termId],
  );
  if (!subject || !term) return null;
  const subjectValue = subject.value;

  function choose(next: Partial<Selection>) {
    const chosen = { subject: subjectValue, term: termId, ...next };
    const unsaved = cellDrafts.countUnsaved();
    if (unsaved > 0) setRequested({ selection: chosen, unsaved });
    else setSelection(chosen);
  }
  const elsewhere = listKeptGradebooks(owner).flatMap(({ gradebookId, count }) => {
    const other = subjects.find((row) => row.classId === gradebookId.classId && row.subjectId === gradebookId.subjectId);
    const otherTerm = terms.find(({ id }) => id === gradebookId.termId);
    const isThis = other?.value === subject.value && otherTerm?.id === term.id;
    return other && otherTerm && !isThis ? [{ subject: other, term: otherTerm, count }] : [];
  });
  return (
    <>
      {elsewhere.length > 0 && (
        <Alert.Root status="warning" mb="4">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>
              <Trans>Marks in other gradebooks are not saved yet</Trans>
            </Alert.Title>
            <HStack wrap="wrap" gap="2">
              {elsewhere.map((other) => (
                <Button
                  key={`${other.subject.value} ${other.term.id}`}
                  size="xs"
                  variant="outline"
                  onClick={() => choose({ subject: other.subject.value, term: other.term.id })}
                >
                  {other.subject.label}, {other.term.name}: {other.count}
                </Button>
              ))}
            </HStack>
          </Alert.Content>
        </Alert.Root>
      )}
      <Toolbar>
        <Box w={{ base: 'full', sm: '72' }}>
          <SelectField
            label={t`Class and subject`}
            options={[...subjects]}
            value={subject.value}
            onChange={(event) => choose({ subject: event.currentTarget.value })}
          />
        </Box>
        <Box w={{ base: 'full', sm: '48' }}>
          <SelectField
            label={t`Term`}
            options={terms.map(({ id, name }) => ({ value: id, label: name }))}
            value={term.id}
            onChange={(event) => choose({ term: event.currentTarget.value })}
          />
        </Box>
      </Toolbar>
      <ClassGradebook
        key={`${subject.value} ${term.id}`}
        gradebookId={{ classId, subjectId, termId }}
        title={`${subject.label} ${term.name}`}
        cellDrafts={cellDrafts}
      />
      {requested && (
        <ConfirmDialog
          isOpen
          {...leaveQuestion(requested.unsaved)}
          cancelLabel={t`Stay in this gradebook`}
          onConfirm={() => {
            setSelection(requested.selection);
            setRequested(undefined);
          }}
          onClose={() => setRequested(undefined)}
        />
      )}
    </>
  );
}
