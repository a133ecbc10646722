import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import { currentTerm, type Term } from '@masomo/data/platform/schools';
import { Box, ErrorState } from '@masomo/design-system';
import { Toolbar } from '@masomo/design-system/admin';
import { SelectField } from '@masomo/design-system/forms';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import { useOutbox } from '@masomo/remote/offline/useOutbox';
import { ClassGradebook } from './ClassGradebook.tsx';
import { createCellDrafts } from './editing/cellDrafts.ts';
import { scoreOutbox } from './editing/scoreOutbox.ts';
import { leaveQuestion } from './editing/useGradebookEditing.ts';
import { UnsentElsewhere, type SubjectOption } from './UnsentElsewhere.tsx';
import { today } from '@masomo/remote/schoolDay';

type Selection = { subject: string; term: string };
type ChosenGradebookProps = { owner: string; subjects: readonly SubjectOption[]; terms: readonly Term[] };

/** The gradebook of the chosen class, subject and term; choosing another asks while marks of this one are not saved. */
export function ChosenGradebook({ owner, subjects, terms }: ChosenGradebookProps) {
  const [selection, setSelection] = useState<Selection>({ subject: '', term: '' });
  const [requested, setRequested] = useState<{ selection: Selection; unsaved: number }>();
  const subject = subjects.find(({ value }) => value === selection.subject) ?? subjects[0];
  const term = terms.find(({ id }) => id === selection.term) ?? currentTerm(terms, today());
  const [classId = '', subjectId = '', termId = ''] = [subject?.classId, subject?.subjectId, term?.id];
  const cellDrafts = useMemo(() => createCellDrafts(owner, { classId, subjectId, termId }), [owner, classId, subjectId, termId]);
  const { items, isUnusable } = useOutbox(scoreOutbox, owner);
  if (!subject || !term) return null;
  if (isUnusable)
    return (
      <ErrorState
        title={t`This browser cannot store marks`}
        error={{ userMessage: t`Allow it to store data for this site, or leave private browsing, and open the gradebook again.` }}
      />
    );
  const subjectValue = subject.value;

  function choose(next: Partial<Selection>) {
    const chosen = { subject: subjectValue, term: termId, ...next };
    if (chosen.subject === subjectValue && chosen.term === termId) return;
    const unsaved = cellDrafts.countUnsaved();
    if (unsaved > 0) setRequested({ selection: chosen, unsaved });
    else setSelection(chosen);
  }
  return (
    <>
      <UnsentElsewhere
        items={items}
        subjects={subjects}
        terms={terms}
        current={{ classId, subjectId, termId }}
        onChoose={(elsewhere) => choose(elsewhere)}
      />
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
        owner={owner}
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
