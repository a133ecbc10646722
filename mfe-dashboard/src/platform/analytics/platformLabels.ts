import { roleLabels } from '@masomo/domain/roles';
import { translate } from '@masomo/i18n';

/** Role labels by the name the database uses. */
export const roleLabelByName: Record<string, string> = Object.fromEntries(
  Object.entries(roleLabels).map(([role, label]) => [role, translate(label)]),
);
