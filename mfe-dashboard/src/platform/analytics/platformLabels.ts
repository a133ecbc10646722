import { roleLabels } from '@masomo/domain/roles';

/** Roles by the database's name. */
export const roleWords: Record<string, string> = roleLabels;
