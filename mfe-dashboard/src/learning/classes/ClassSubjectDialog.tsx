import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand, useQuery } from '@masomo/data';
import { listSubjects, saveSubject, schoolSetupKeys, setClassSubject, type ClassProfile } from '@masomo/data/campus/schoolSetup';
import type { Db } from '@masomo/data';
import { toaster } from '@masomo/design-system';
import { SelectField, TextField } from '@masomo/design-system/forms';
import { teachers } from '@masomo/data/people/personSources';
import { FormDialog } from '@masomo/remote/FormDialog';
import { PersonPicker } from '@masomo/remote/PersonPicker';

type ClassSubjectDialogProps = {
  schoolClass: ClassProfile;
  schoolId: string;
  subject?: ClassProfile['subjects'][number];
  onClose: () => void;
};
type SubjectChoice = { classId: string; subjectId: string; newSubject: string; teacherId: string };

const newSubjectOption = 'new';

/** Adds the subject to the school first when it is new. */
async function assignSubject(db: Db, { classId, subjectId, newSubject, teacherId }: SubjectChoice): Promise<string> {
  const id = subjectId === newSubjectOption ? await saveSubject(db, { fields: { name: newSubject, code: '' } }) : subjectId;
  return setClassSubject(db, { classId, subjectId: id, teacherId });
}

export function ClassSubjectDialog({ schoolClass, schoolId, subject, onClose }: ClassSubjectDialogProps) {
  const { data: subjects } = useQuery(schoolSetupKeys.subjects(schoolId), (db) => listSubjects(db, schoolId));
  const [subjectId, setSubjectId] = useState(subject?.id ?? '');
  const [newSubject, setNewSubject] = useState('');
  const [teacherId, setTeacherId] = useState(subject?.teacher_id ?? '');
  const save = useCommand(assignSubject, {
    invalidates: ['classes', 'class_subjects', 'students'],
    onSuccess: () => {
      toaster.success({ title: t`Subject saved` });
      onClose();
    },
  });
  const taught = new Set(schoolClass.subjects.map(({ id }) => id));
  const isReady = subjects !== undefined && subjectId !== '' && (subjectId !== newSubjectOption || newSubject.trim() !== '');
  return (
    <FormDialog
      title={subject ? t`${subject.name} in ${schoolClass.name}` : t`Add a subject to ${schoolClass.name}`}
      submitLabel={t`Save`}
      isBusy={save.isRunning}
      isDisabled={!isReady}
      error={save.error?.userMessage}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void save.run({ classId: schoolClass.id, subjectId, newSubject, teacherId });
      }}
    >
      {!subject && (
        <SelectField
          label={t`Subject`}
          required
          value={subjectId}
          onChange={(event) => setSubjectId(event.currentTarget.value)}
          options={[
            { value: '', label: subjects ? t`Choose a subject` : t`Loading...` },
            ...(subjects ?? []).filter(({ id }) => !taught.has(id)).map(({ id, name }) => ({ value: id, label: name })),
            { value: newSubjectOption, label: t`New subject...` },
          ]}
        />
      )}
      {subjectId === newSubjectOption && (
        <TextField
          label={t`New subject`}
          required
          maxLength={80}
          value={newSubject}
          onChange={(event) => setNewSubject(event.currentTarget.value)}
        />
      )}
      <PersonPicker
        label={t`Teacher`}
        source={teachers}
        value={teacherId}
        known={subject?.teacher_id ? [{ id: subject.teacher_id, name: subject.teacher ?? '' }] : []}
        onChoose={(person) => setTeacherId(person?.id ?? '')}
        placeholder={t`Unassigned`}
      />
    </FormDialog>
  );
}
