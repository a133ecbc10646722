import { screensOf } from '@masomo/contracts/menus';
import { roles, type Role } from '@masomo/domain/roles';
import { readManifests, toRegistry } from '@masomo/tools/build/readManifest.ts';
import { accounts, sql } from './product.ts';

/** Pages that guests can open. */
export const publicPages = [
  '/',
  '/versions',
  '/trial',
  '/features',
  '/demo',
  '/pricing',
  '/contact',
  '/about',
  '/terms',
  '/privacy',
  '/faq',
  '/support',
  '/store',
  '/store/orders',
  '/login',
];

/** An account of the demonstration data for each role. */
export const people: [Role, string][] = [
  ['super_admin', accounts.superAdmin],
  ['admin', accounts.admin],
  ['teacher', accounts.teacher],
  ['staff', accounts.staff],
  ['parent', accounts.parent],
  ['student', accounts.student],
];

/** Every screen of every remote with the roles that may open it. */
export async function readScreens(): Promise<{ path: string; allowed: ReadonlySet<Role> }[]> {
  const registry = toRegistry(await readManifests());
  const byRole = roles.map((role) => ({ role, paths: new Set(screensOf(registry, { role }).map(({ path }) => path)) }));
  const paths = new Set(byRole.flatMap(({ paths: open }) => [...open]));
  return [...paths].map((path) => ({ path, allowed: new Set(byRole.filter((row) => row.paths.has(path)).map(({ role }) => role)) }));
}

const within = (place: string, names: string) => names.split(' ').map((name) => `${place}/${name}`);

/** Detail screens, opened for rows of the demonstration data, and the screens of the CMS's and store manager's own menus. */
export async function detailsOf(role: Role): Promise<string[]> {
  const [ids] = await sql<{ student: string; class: string; school: string; page: string }>(
    `select s.id as student, s.class_id as class, s.school_id as school, (select id from public.cms_pages order by slug limit 1) as page from public.students s where s.user_id = (select id from public.users where email = $1)`,
    [accounts.student],
  );
  const of = (table: 'student' | 'class' | 'school' | 'page') => ids?.[table] ?? '';
  if (role === 'super_admin') {
    return [
      `/dashboard/schools/${of('school')}`,
      '/dashboard/users/audit',
      '/dashboard/super-admin/jobs',
      '/dashboard/subscriptions/exits',
      ...within('/dashboard/store', 'orders addons modules payments analytics settings'),
      ...within(
        '/dashboard/cms',
        `pages pages/${of('page')}/edit pricing pricing?tab=addons pricing?tab=services pricing?tab=prices content content/testimonials media sections sections/announcement settings redirects users`,
      ),
    ];
  }
  if (role === 'parent' || role === 'user') return ['/dashboard/store/orders'];
  if (role === 'admin')
    return [
      ...within('/dashboard/store', 'orders licences'),
      ...within('/dashboard', 'help help/students'),
      '/dashboard/school/papers',
      '/dashboard/school/plan',
      '/dashboard/school/privacy',
      '/dashboard/school/breaches',
      '/dashboard/school/processing',
      '/dashboard/school/log',
      '/dashboard/students/import',
      '/dashboard/students/import/guardians',
      '/dashboard/staff/import',
      `/dashboard/students/${of('student')}`,
      `/dashboard/classes/${of('class')}`,
      ...within('/dashboard/finances', `payments payments/import invoices fees fees/import ${of('student')}`),
      '/dashboard/reports/results',
      '/dashboard/reports/fees',
    ];
  if (role === 'teacher') return [`/dashboard/classes/${of('class')}`, '/dashboard/reports/results'];
  return role === 'staff' ? [`/dashboard/students/${of('student')}`] : [];
}
