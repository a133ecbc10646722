import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { TextAreaField, TextField, type TextAreaFieldProps, type TextFieldProps } from '@masomo/design-system/forms';
import { useAfterPicture } from './useAfterPicture.ts';

type Typed = { value: string; onWrite: (value: string) => void };

/** What is shown of a field: `words` as they are typed, `sent` what is on its way to the page, `seen` what came back last. */
type Shown = { words: string | undefined; sent: readonly string[]; seen: string };

/** A key shows at once and reaches the page after the picture; leaving the field or a key with Ctrl brings it there before anything else happens. */
function useTyped({ value, onWrite }: Typed) {
  const [shown, setShown] = useState<Shown>({ words: undefined, sent: [], seen: value });
  const { later, flush } = useAfterPicture();
  if (shown.seen !== value) {
    // The page answers late to somebody who types fast: only what was not typed here takes the place of what is typed.
    const at = shown.sent.indexOf(value);
    setShown(at < 0 ? { words: undefined, sent: [], seen: value } : { ...shown, sent: shown.sent.slice(at + 1), seen: value });
  }
  return {
    value: shown.words ?? value,
    onChange({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) {
      const words = currentTarget.value;
      setShown((now) => ({ ...now, words }));
      later(() => {
        setShown((now) => ({ ...now, sent: [...now.sent, words] }));
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
export function TypedField({ value, onWrite, ...field }: Typed & Omit<TextFieldProps, 'onChange' | 'onBlur' | 'onKeyDown'>) {
  return <TextField {...field} {...useTyped({ value, onWrite })} />;
}

/** Several lines of a page that is written. */
export function TypedArea({ value, onWrite, ...field }: Typed & Omit<TextAreaFieldProps, 'onChange' | 'onBlur' | 'onKeyDown'>) {
  return <TextAreaField {...field} {...useTyped({ value, onWrite })} />;
}
