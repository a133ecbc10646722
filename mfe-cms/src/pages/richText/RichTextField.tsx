import { lazy, Suspense, useContext, useState } from 'react';
import { TextAreaField } from '@masomo/design-system/forms';
import { plainText } from '@masomo/domain/richText';
import { InViewContext } from '../blocks/useInView.ts';
import type { RichTextEditorProps } from './RichTextEditor.tsx';

const RichTextEditor = lazy(async () => ({ default: (await import('./RichTextEditor.tsx')).RichTextEditor }));

/** A text whose editor is created once it is near the viewport or focused: every editor listens to every key of the page. */
export function RichTextField(props: Omit<RichTextEditorProps, 'autoFocus'>) {
  const isInView = useContext(InViewContext);
  const [isFocused, setIsFocused] = useState(false);
  const placeholder = (
    <TextAreaField label={props.label} value={plainText(props.value)} rows={6} readOnly onFocus={() => setIsFocused(true)} />
  );
  if (!isInView && !isFocused) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <RichTextEditor {...props} autoFocus={isFocused} />
    </Suspense>
  );
}
