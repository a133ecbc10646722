import * as z from 'zod/mini';

/** Everything about a student that somebody may see: rows by table. */
export const studentExportSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
export type StudentExport = z.infer<typeof studentExportSchema>;
