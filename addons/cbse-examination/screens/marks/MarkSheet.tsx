import { t } from '@lingui/core/macro';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { Button, toaster } from '@masomo/design-system';
import { moveInSheet, positionOf } from '@masomo/design-system/sheetKeys';
import { SheetTable } from '@masomo/design-system/tables';
import type { Component, MarkedStudent, Sheet, Test } from '../../data/cbse.ts';
import { cellKey, type Entry, type MarkDrafts } from './useMarkDrafts.ts';
import { markText } from './typedMark.ts';

type MarkSheetProps = {
  students: readonly MarkedStudent[];
  sheet: Sheet;
  /** The tests in the order of their components. */
  tests: readonly { test: Test; component: Component | undefined }[];
  drafts: MarkDrafts;
  isReadOnly: boolean;
  onEditTest: (test: Test) => void;
};

/** Students by tests: Enter and arrows move, Escape reverts, a pasted column fills downwards. Leaving a cell saves it. */
export function MarkSheet({ students, sheet, tests, drafts, isReadOnly, onEditTest }: MarkSheetProps) {
  const seenOf = (testId: string, studentId: string) => sheet.marks[testId]?.[studentId];

  function save(row: number, column: number): void {
    const [student, test] = [students[row], tests[column]?.test];
    if (!student || !test) return;
    const draft = drafts.drafts[cellKey(test.id, student.id)];
    if (draft && !draft.isSending) drafts.save(test, [{ studentId: student.id, text: draft.text, seen: draft.seen }]);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const [row, column] = positionOf(event.target) ?? [-1, -1];
    const [student, test] = [students[row], tests[column]?.test];
    if (event.key === 'Escape' && student && test) drafts.revert(cellKey(test.id, student.id));
    moveInSheet(event);
  }

  function onPaste(event: ClipboardEvent<HTMLElement>) {
    const [row, column] = positionOf(event.target) ?? [];
    const test = tests[column ?? -1]?.test;
    const lines = event.clipboardData
      .getData('text')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/);
    if (row === undefined || !test || lines.length < 2) return;
    event.preventDefault();
    if (lines.some((line) => line.includes('\t'))) {
      toaster.error({ title: t`Paste one column`, description: t`Copy the column of marks alone, in the order of this list.` });
      return;
    }
    const rows = students.slice(row, row + lines.length);
    if (rows.length < lines.length) {
      toaster.error({ title: t`Too many marks`, description: t`There are more marks than students from here on. Nothing was pasted.` });
      return;
    }
    drafts.save(
      test,
      rows.map((student, index): Entry => ({ studentId: student.id, text: lines[index] ?? '', seen: seenOf(test.id, student.id) })),
    );
  }

  return (
    <SheetTable
      label={t`Mark sheet`}
      rowHeader={t`Student`}
      rows={students}
      columns={tests}
      keyOfRow={({ id }) => id}
      keyOfColumn={({ test }) => test.id}
      rowName={({ name, admissionNumber, hasLeft }) => (
        <>
          {name}
          <small>{hasLeft ? t`${admissionNumber}, left the class` : admissionNumber}</small>
        </>
      )}
      columnName={({ test, component }) => (
        <>
          {isReadOnly ? (
            test.name
          ) : (
            <Button size="xs" variant="ghost" ms="-2.5" aria-label={t`Edit ${test.name}`} onClick={() => onEditTest(test)}>
              {test.name}
            </Button>
          )}
          <small>
            {component && component.name !== test.name ? t`${component.name}, out of ${test.maxScore}` : t`out of ${test.maxScore}`}
          </small>
        </>
      )}
      cell={(student, { test }, row, column) => {
        const key = cellKey(test.id, student.id);
        const seen = seenOf(test.id, student.id);
        const draft = drafts.drafts[key];
        if (isReadOnly) return markText(seen) || '–';
        return (
          <>
            <input
              aria-label={t`${student.name}, ${test.name}`}
              data-position={`${row} ${column}`}
              inputMode="decimal"
              autoComplete="off"
              value={draft?.text ?? markText(seen)}
              {...(draft ? { 'data-draft': '' } : {})}
              {...(draft?.problem ? { 'aria-invalid': true, 'aria-describedby': `problem-${key}` } : {})}
              onChange={(event) => drafts.type(key, event.currentTarget.value, seen)}
              onFocus={(event) => event.currentTarget.select()}
              onBlur={() => save(row, column)}
            />
            {draft?.problem && (
              <p id={`problem-${key}`} role="alert">
                {draft.problem}
              </p>
            )}
          </>
        );
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}
