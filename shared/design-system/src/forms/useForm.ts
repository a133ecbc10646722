import { useMemo } from 'react';
import {
  useForm as useHookForm,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields that hold text. What is ticked or chosen as a file always comes with an event. */
function isTyped(ref: unknown): ref is Typed {
  if (ref instanceof HTMLInputElement) return !['checkbox', 'radio', 'file'].includes(ref.type);
  return ref instanceof HTMLTextAreaElement || ref instanceof HTMLSelectElement;
}

/** The element of a registered field; undefined for a field that a component of its own keeps. */
function elementOf(fields: unknown, name: string): unknown {
  const field = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], fields);
  return (field as { _f?: { ref?: unknown } } | undefined)?._f?.ref;
}

/** Takes over what is in the fields, as far as the form does not know it. */
function readFields<Values extends FieldValues, Context, Sent>({ control, getValues, setValue }: UseFormReturn<Values, Context, Sent>) {
  for (const name of control._names.mount as Iterable<Path<Values>>) {
    const element = elementOf(control._fields, name);
    const known: unknown = getValues(name);
    // A value that is no text was made from what is in the field.
    if (!isTyped(element) || typeof known !== 'string' || known === element.value) continue;
    setValue(name, element.value as PathValue<Values, Path<Values>>, { shouldDirty: true });
  }
}

/**
 * `useForm` of react-hook-form, sent with what its fields hold at that moment. Password managers and other helpers of a browser fill fields
 * in without an event, of which the form would otherwise know nothing.
 */
export function useForm<Values extends FieldValues, Context = unknown, Sent = Values>(
  props?: UseFormProps<Values, Context, Sent>,
): UseFormReturn<Values, Context, Sent> {
  const form = useHookForm(props);
  return useMemo(() => {
    const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => {
      const submit = form.handleSubmit(onValid, onInvalid);
      return (event) => {
        readFields(form);
        return submit(event);
      };
    };
    // The state of the form changes with each render, its object does not.
    return new Proxy(form, { get: (target, name) => (name === 'handleSubmit' ? handleSubmit : Reflect.get(target, name)) });
  }, [form]);
}
