import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import { toaster } from '@masomo/design-system';
import { useUnsavedChanges } from '@masomo/navigation';
import { saveRemark } from '../../data/cbseCommands.ts';

type RemarkFieldProps = { target: { yearClassId: string; studentId: string; part: number }; label: string; remark: string };

/** A remark is saved when the field is left; what could not be saved stays in it. */
export function RemarkField({ target, label, remark }: RemarkFieldProps) {
  const [text, setText] = useState(remark);
  const isChanged = text.trim() !== remark;
  useUnsavedChanges(isChanged);
  const save = useCommand(saveRemark, {
    invalidates: ['cbse'],
    onError: (error) => toaster.error(failureMessage(error, t`The remark was not saved`)),
  });
  return (
    <textarea
      aria-label={label}
      rows={1}
      maxLength={500}
      value={text}
      {...(save.error ? { 'aria-invalid': true } : {})}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => isChanged && void save.run({ ...target, remark: text })}
    />
  );
}
