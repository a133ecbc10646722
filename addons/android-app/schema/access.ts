import { callable } from '@masomo/domain/functionAccess';
import { members, reach, signedIn } from '@masomo/domain/tableAccess';
import type { ModuleAccess } from '@masomo/tools/modules/access.ts';

const reads = { select: reach(['admin'], 'school') };

/** Who may do what, written down a second time, so that a test can compare. */
export const access: ModuleAccess = {
  tables: { school_apps: reads, school_app_keys: reads },
  functions: {
    // What browsers and phones read of an app before anyone has signed in.
    ...callable(['anonymous', ...signedIn], 'school_app_at'),
    ...callable(members, 'own_school_app'),
    ...callable(['admin'], 'save_school_app', 'make_app_project'),
  },
  reads: ['own_school_app'],
  writes: ['save_school_app', 'make_app_project'],
  samples: {
    school_app_at: () => ({ address: 'fixture' }),
    save_school_app: (_, count) => ({
      address: `matrix-${count}`,
      short_name: 'Matrix',
      color: '#04745d',
      background: '#ffffff',
      package_name: `ke.matrix.a${count}`,
    }),
  },
};
