import { callable } from '@masomo/domain/functionAccess';
import { signedIn } from '@masomo/domain/tableAccess';
import type { ModuleAccess } from '@masomo/tools/modules/access.ts';

export const access: ModuleAccess = {
  tables: {},
  functions: {
    ...callable(['admin'], 'two_factor_policy', 'set_two_factor_policy', 'two_factor_people', 'remind_two_factor', 'two_factor_log'),
    ...callable(['super_admin', 'admin'], 'reset_two_factor'),
    ...callable(signedIn, 'my_two_factor'),
  },
  reads: ['two_factor_policy', 'two_factor_people', 'two_factor_log'],
  writes: ['set_two_factor_policy', 'remind_two_factor', 'reset_two_factor'],
  samples: { two_factor_log: ({ today }) => ({ from_day: today, to_day: today }), remind_two_factor: () => ({}) },
};
