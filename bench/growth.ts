import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { formatNumber } from '@masomo/domain/number';
import { unwrap, type Db } from '@masomo/data';
import { getRegister } from '@masomo/data/learning/attendance';
import { getAttendanceReport, listAttendanceByStudent } from '@masomo/data/learning/reports';
import { getStudentProfile } from '@masomo/data/people/students';
import type { Finding } from './measure/benchmark.ts';
import { compareSizes } from './measure/compareSizes.ts';
import { createRegisterWrite, findLoadedPlaces, loadedAccounts, type Write } from './measure/loadedSchools.ts';
import { openProduct, type Product } from '@masomo/tools/browser/openProduct.ts';
import { readSize } from './measure/readSize.ts';
import { loadSchools, studentsPerSchool } from '@masomo/tools/database/loadSchools.ts';

const registerDays = 200;
const rowsPerSchool = studentsPerSchool * registerDays;
const rows = { small: 1_000_000, large: readSize('BENCH_ATTENDANCE_ROWS', 100_000_000) };
/** Table and indexes, and as much again of what PostgreSQL writes while it loads and builds them. */
const bytesPerRow = 500;

export const description =
  'Registers, a student’s year and a school’s term with 100 million rows of attendance (BENCH_ATTENDANCE_ROWS, about 25 GB), compared with a million.';

async function assertDiskSpace(): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const needed = (rows.small + rows.large) * bytesPerRow;
  if (bavail * bsize < needed)
    throw new Error(
      `${tmpdir()} has ${(bavail * bsize) / 1e9} GB free, and ${formatNumber(rows.large)} rows need about ${needed / 1e9} GB while they load. Set BENCH_ATTENDANCE_ROWS.`,
    );
}

/** Every day of a student since a year ago, which the indexes of attendance must answer without the rest of the table. */
async function readYear(db: Db, student: string, today: string): Promise<unknown> {
  const from = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  return unwrap(await db.from('attendance').select('day, status').eq('student_id', student).gte('day', from).order('day'));
}

async function openSide(product: Product, count: number, log: (line: string) => void): Promise<Record<string, Write>> {
  const schools = Math.max(1, Math.round(count / rowsPerSchool));
  await loadSchools(product.databaseUrl, { schools, registerDays, password: product.password }, log);
  const [place] = await findLoadedPlaces(product.databaseUrl, [Math.ceil(schools / 2)]);
  if (!place) throw new Error('The loaded school was not found.');
  const { admin, teacher } = loadedAccounts(place.number);
  const [adminDb, teacherDb] = [await product.dbAs(admin), await product.dbAs(teacher)];
  const { from, to } = place;
  const list = { search: '', page: 0, pageSize: 20, sort: { column: 'share', descending: false } };
  return {
    'a register read': () => getRegister(teacherDb, { classId: place.group, day: to }),
    'a register written': createRegisterWrite(place, teacherDb),
    'a student’s year': () => readYear(adminDb, place.student, to),
    'a student’s page': () => getStudentProfile(adminDb, place.student),
    'a school’s term': () => getAttendanceReport(adminDb, { from, to, classId: '' }),
    'a school’s term by student': () => listAttendanceByStudent(adminDb, { from, to, classId: '' }, list),
  };
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  await assertDiskSpace();
  const closing: (() => Promise<void>)[] = [];
  const open = async (count: number) => {
    const product = await openProduct(log);
    closing.push(product.stop);
    return openSide(product, count, log);
  };
  try {
    const small = await open(rows.small);
    return await compareSizes(`${formatNumber(rows.large)} rows`, small, await open(rows.large), log);
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}
