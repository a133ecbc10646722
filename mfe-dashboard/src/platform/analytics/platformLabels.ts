import { roleLabels } from '@masomo/domain/roles';

/** Role labels by the name the database uses. */
export const roleLabelByName: Record<string, string> = roleLabels;
