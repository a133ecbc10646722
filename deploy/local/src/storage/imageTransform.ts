import { z } from 'zod';
import { invalidRequest } from './errors.ts';

const size = z.coerce.number().int().min(1).max(2500).optional();

/** How Supabase's clients ask for an image. */
export const imageTransformSchema = z.object({
  width: size,
  height: size,
  quality: z.coerce.number().int().min(20).max(100).optional(),
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  format: z.enum(['origin', 'avif', 'webp']).optional(),
});
export type ImageTransform = z.infer<typeof imageTransformSchema>;

/** Reads a transform from a query or a signed link. Throws 400 for another one. */
export function imageTransform(values: unknown): ImageTransform {
  const parsed = imageTransformSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  throw invalidRequest(`${parsed.error.issues[0]?.path.join('.') ?? 'The transform'} is not valid`);
}

const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

/** The transform as the header `x-transformations` says it. */
export function transformations({ width, height, quality, resize = 'cover' }: ImageTransform): string {
  return [
    ...(height === undefined ? [] : [`height:${height}`]),
    ...(width === undefined ? [] : [`width:${width}`]),
    `resizing_type:${resizingTypes[resize]}`,
    ...(quality === undefined ? [] : [`quality:${quality}`]),
  ].join(',');
}
