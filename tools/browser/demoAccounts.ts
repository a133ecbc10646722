/** Password of every demo account. */
export const password = process.env['DEMO_PASSWORD'] ?? 'masomo-demo-2026';

/** Demo accounts by role. */
export const accounts = {
  superAdmin: 'superadmin@masomo.test',
  admin: 'admin@greenfield.test',
  teacher: 'teacher@greenfield.test',
  staff: 'staff@greenfield.test',
  parent: 'parent@greenfield.test',
  student: 'student@greenfield.test',
} as const;
