import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { TextAreaField, TextField, type TextAreaFieldProps, type TextFieldProps } from '@masomo/design-system/forms';
import { useAfterPaint } from './useAfterPaint.ts';

type DeferredInput = { value: string; onWrite: (value: string) => void };

/**
 * A key shows at once, by the browser alone, and reaches the page after the picture; leaving the field or a key with Ctrl brings it
 * there before anything else happens.
 */
function useDeferredInput<Field extends HTMLInputElement | HTMLTextAreaElement>({ value, onWrite }: DeferredInput) {
  const field = useRef<Field>(null);
  const [start] = useState(value);
  // What is on its way to the page: the page answers late to somebody who types fast.
  const sent = useRef([value]);
  const { later, flush, isWaiting } = useAfterPaint();
  // What came from elsewhere (undo, a restored version) replaces what is shown; what was typed here is shown already, and what is
  // on its way is newer: a slug made of a title may come while another one is being written.
  useEffect(() => {
    const at = sent.current.indexOf(value);
    sent.current.splice(0, at < 0 ? Infinity : at + 1);
    if (at < 0 && !isWaiting() && field.current && field.current.value !== value) field.current.value = value;
  }, [value, isWaiting]);
  return {
    ref: field,
    defaultValue: start,
    onChange({ currentTarget }: FormEvent<Field>) {
      const words = currentTarget.value;
      later(() => {
        sent.current.push(words);
        onWrite(words);
      });
    },
    onBlur: flush,
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.key === 'Enter') flush();
    },
  };
}

/** A line of a page that is written. */
export function DeferredTextField({ value, onWrite, ...field }: DeferredInput & Omit<TextFieldProps, 'onChange' | 'onBlur' | 'onKeyDown'>) {
  return <TextField {...field} {...useDeferredInput<HTMLInputElement>({ value, onWrite })} />;
}

/** Several lines of a page that is written. */
export function DeferredTextArea({
  value,
  onWrite,
  ...field
}: DeferredInput & Omit<TextAreaFieldProps, 'onChange' | 'onBlur' | 'onKeyDown'>) {
  return <TextAreaField {...field} {...useDeferredInput<HTMLTextAreaElement>({ value, onWrite })} />;
}
