import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** A message as `@masomo/i18n` renders it. */
export type CompiledMessage = string | readonly unknown[];

/** Compiles a message in ICU MessageFormat, so that no parser goes to the browser. */
export function compileMessage(message: string): CompiledMessage {
  const parts: readonly unknown[] = withoutOffsets(compileMessageOrThrow(message));
  return parts.every((part) => typeof part === 'string') && !parts.includes('#') ? parts.join('') : parts;
}

function withoutOffsets(parts: readonly unknown[]): readonly unknown[] {
  return parts.map((part) => {
    if (!Array.isArray(part)) return part;
    const [name, kind, forms] = part as [string, string | undefined, Record<string, unknown> | undefined];
    if (!forms || !kind) return [name];
    if (forms['offset']) throw new Error(`The plural of "${name}" has an offset, which the run time does not know.`);
    const entries = Object.entries(forms).filter(([form]) => form !== 'offset');
    return [
      name,
      kind,
      Object.fromEntries(entries.map(([form, value]) => [form, withoutOffsets(value as readonly unknown[])] as const).map(shorten)),
    ];
  });
}

/** A form that is one text without the number is that text. */
function shorten([form, parts]: readonly [string, readonly unknown[]]): [string, unknown] {
  return [form, parts.length === 1 && typeof parts[0] === 'string' && parts[0] !== '#' ? parts[0] : parts];
}
