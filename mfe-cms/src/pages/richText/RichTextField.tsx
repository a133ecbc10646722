import { lazy, Suspense, useContext, useState } from 'react';
import { TextAreaField } from '@masomo/design-system/forms';
import type { RichTextFieldProps } from './RichTextEditor.tsx';
import { SeenContext } from '../blocks/useInView.ts';

const RichTextField = lazy(async () => ({ default: (await import('./RichTextEditor.tsx')).RichTextField }));

/** Text with its editor once somebody comes near: every editor listens to every key of the page. */
export function RichText(props: Omit<RichTextFieldProps, 'startsFocused'>) {
  const isSeen = useContext(SeenContext);
  const [isAsked, setIsAsked] = useState(false);
  const plain = <TextAreaField label={props.label} value={props.value} rows={6} readOnly onFocus={() => setIsAsked(true)} />;
  if (!isSeen && !isAsked) return plain;
  return (
    <Suspense fallback={plain}>
      <RichTextField {...props} startsFocused={isAsked} />
    </Suspense>
  );
}
