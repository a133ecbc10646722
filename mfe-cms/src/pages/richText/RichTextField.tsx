import { lazy, Suspense, useContext, useState } from 'react';
import { TextAreaField } from '@masomo/design-system/forms';
import type { RichTextEditorProps } from './RichTextEditor.tsx';
import { InViewContext } from '../blocks/useInView.ts';

const RichTextField = lazy(async () => ({ default: (await import('./RichTextEditor.tsx')).RichTextEditor }));

/** Text with its editor once somebody comes near: every editor listens to every key of the page. */
export function RichTextField(props: Omit<RichTextEditorProps, 'startsFocused'>) {
  const isSeen = useContext(InViewContext);
  const [isAsked, setIsAsked] = useState(false);
  const plain = <TextAreaField label={props.label} value={props.value} rows={6} readOnly onFocus={() => setIsAsked(true)} />;
  if (!isSeen && !isAsked) return plain;
  return (
    <Suspense fallback={plain}>
      <RichTextField {...props} startsFocused={isAsked} />
    </Suspense>
  );
}
