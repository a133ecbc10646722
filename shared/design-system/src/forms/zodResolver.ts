import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { $ZodType, input, output } from 'zod/v4/core';

/**
 * Validates a form with a schema of zod or zod/mini; the submit handler gets the schema's output.
 * Schemas validate themselves by the Standard Schema interface, so this entry point does not bundle zod.
 */
export function zodResolver<S extends $ZodType<FieldValues, FieldValues>>(schema: S): Resolver<input<S>, unknown, output<S>> {
  return standardSchemaResolver<input<S>, unknown, output<S>>(schema);
}
