import dashboard from './dashboard.svg';
import homes from './homes.svg';
import phone from './phone.svg';
import report from './report.svg';
import timetable from './timetable.svg';

/** Browser builds know whole addresses and server builds paths; what both write must be the same text. */
const pathOf = (address: string) => new URL(address, 'http://localhost').pathname;

/** Drawings that are fetched beside the page: each is a `<symbol id="drawing">`. The description stands for one where it cannot be seen. */
export const drawings = {
  dashboard: { file: pathOf(dashboard), width: 760, height: 520, description: 'A school’s dashboard: learners, fees collected, attendance today, fees by week and the latest M-Pesa payments' },
  homes: { file: pathOf(homes), width: 520, height: 400, description: 'Two ways to run the product: a cloud that serves several schools, and a server inside one school' },
  phone: { file: pathOf(phone), width: 520, height: 400, description: 'A parent’s phone asking to confirm a fee payment by M-Pesa, beside the receipt in the school’s records' },
  report: { file: pathOf(report), width: 520, height: 400, description: 'A CBC report form: six learning areas, each marked at one of four rubric levels from below to exceeding expectation' },
  timetable: { file: pathOf(timetable), width: 520, height: 400, description: 'A teacher’s timetable for the week, with this morning’s roll call: 41 of 42 present and one parent informed' },
} as const;
