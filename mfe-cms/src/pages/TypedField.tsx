import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { TextAreaField, TextField, type TextAreaFieldProps, type TextFieldProps } from '@masomo/design-system/forms';
import { useAfterPicture } from './useAfterPicture.ts';

type Typed = { value: string; onWrite: (value: string) => void };

/** A key shows at once and reaches the page after the picture; leaving the field or a key with Ctrl brings it there before anything else happens. */
function useTyped({ value, onWrite }: Typed) {
  // Shown until what it was typed over changes: an old value shown in between would move the caret.
  const [typed, setTyped] = useState<{ words: string; over: string }>();
  if (typed && typed.over !== value) setTyped(undefined);
  const { later, flush } = useAfterPicture();
  return {
    value: typed?.words ?? value,
    onChange({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) {
      const words = currentTarget.value;
      setTyped({ words, over: value });
      later(() => onWrite(words));
    },
    onBlur: flush,
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.key === 'Enter') flush();
    },
  };
}

/** A line of a page that is written. */
export function TypedField({ value, onWrite, ...field }: Typed & Omit<TextFieldProps, 'onChange' | 'onBlur' | 'onKeyDown'>) {
  return <TextField {...field} {...useTyped({ value, onWrite })} />;
}

/** Several lines of a page that is written. */
export function TypedArea({ value, onWrite, ...field }: Typed & Omit<TextAreaFieldProps, 'onChange' | 'onBlur' | 'onKeyDown'>) {
  return <TextAreaField {...field} {...useTyped({ value, onWrite })} />;
}
