import { roleLabels } from '@masomo/domain/roles';

/** Roles by the database's name. */
export const roleLabelByName: Record<string, string> = roleLabels;
