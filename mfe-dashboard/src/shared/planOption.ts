import { plural, t } from '@lingui/core/macro';
import { formatNumber } from '@masomo/domain/number';

type Limits = { name: string; maxStudents: number | null; maxCampuses: number | null };

/** A plan to choose, with how many students and campuses it is for: short, so that a phone shows all of it. */
export function planOption({ name, maxStudents, maxCampuses }: Limits): string {
  const students = maxStudents !== null && formatNumber(maxStudents);
  if (maxCampuses === null) return students ? t`${name}: ${students} students, all campuses` : name;
  return students
    ? plural(maxCampuses, { one: `${name}: ${students} students, # campus`, other: `${name}: ${students} students, # campuses` })
    : plural(maxCampuses, { one: `${name}: # campus`, other: `${name}: # campuses` });
}
