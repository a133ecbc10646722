import { createTypesetter } from '@masomo/typesetter/createTypesetter';

/** The worker's typesetter, whose process is there only while papers are made. */
export const typesetter = createTypesetter();
