import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { TextAreaField, TextField, type TextAreaFieldProps, type TextFieldProps } from '@masomo/design-system/forms';
import { useAfterPaint } from './useAfterPaint.ts';

type DeferredInput = { value: string; onWrite: (value: string) => void };

/** A person who has just moved into the field is about to overwrite it, so the new content is selected as the old one was. */
function replaceContent(field: HTMLInputElement | HTMLTextAreaElement, content: string): void {
  const isSelected = document.activeElement === field && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  field.value = content;
  if (isSelected) field.select();
}

/**
 * An uncontrolled field: the browser alone shows a key at once, and the page learns of it after the paint. Leaving the field, Enter and
 * keys with Ctrl flush it first, so that a shortcut acts on the latest value.
 */
function useDeferredInput<Field extends HTMLInputElement | HTMLTextAreaElement>({ value, onWrite }: DeferredInput) {
  const field = useRef<Field>(null);
  const [initialValue] = useState(value);
  // Values reported to the page that may still come back as props while the user types on.
  const reported = useRef([value]);
  const { schedule, flush, isPending } = useAfterPaint();
  // A value from elsewhere (undo, a restored version) replaces the content; one that was typed here is shown already, or outdated:
  // a slug derived from a title may arrive while the user is writing another one.
  useEffect(() => {
    const index = reported.current.indexOf(value);
    reported.current.splice(0, index < 0 ? Infinity : index + 1);
    if (index < 0 && !isPending() && field.current && field.current.value !== value) replaceContent(field.current, value);
  }, [value, isPending]);
  return {
    ref: field,
    defaultValue: initialValue,
    onChange({ currentTarget }: FormEvent<Field>) {
      const typed = currentTarget.value;
      schedule(() => {
        reported.current.push(typed);
        onWrite(typed);
      });
    },
    onBlur: flush,
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.key === 'Enter') flush();
    },
  };
}

/** A one-line field of the page editor that reports after the paint. */
export function DeferredTextField({ value, onWrite, ...field }: DeferredInput & Omit<TextFieldProps, 'onChange' | 'onBlur' | 'onKeyDown'>) {
  return <TextField {...field} {...useDeferredInput<HTMLInputElement>({ value, onWrite })} />;
}

/** A field of several lines that reports after the paint. */
export function DeferredTextArea({
  value,
  onWrite,
  ...field
}: DeferredInput & Omit<TextAreaFieldProps, 'onChange' | 'onBlur' | 'onKeyDown'>) {
  return <TextAreaField {...field} {...useDeferredInput<HTMLTextAreaElement>({ value, onWrite })} />;
}
