import type { Language } from '@masomo/contracts/languages';
import assignmentsEn from './assignments-en.webp';
import assignmentsSw from './assignments-sw.webp';
import attendanceEn from './attendance-en.webp';
import attendanceSw from './attendance-sw.webp';
import classesEn from './classes-en.webp';
import classesSw from './classes-sw.webp';
import cmsPagesEn from './cms-pages-en.webp';
import cmsPagesSw from './cms-pages-sw.webp';
import financesEn from './finances-en.webp';
import financesSw from './finances-sw.webp';
import financesFeesEn from './finances-fees-en.webp';
import financesFeesSw from './finances-fees-sw.webp';
import financesPaymentsEn from './finances-payments-en.webp';
import financesPaymentsSw from './finances-payments-sw.webp';
import gradesEn from './grades-en.webp';
import gradesSw from './grades-sw.webp';
import reportsEn from './reports-en.webp';
import reportsSw from './reports-sw.webp';
import scheduleEn from './schedule-en.webp';
import scheduleSw from './schedule-sw.webp';
import staffEn from './staff-en.webp';
import staffSw from './staff-sw.webp';
import storeOrdersEn from './store-orders-en.webp';
import storeOrdersSw from './store-orders-sw.webp';
import studentsEn from './students-en.webp';
import studentsSw from './students-sw.webp';

/** The screens of some articles by the last part of their addresses, in each language; `npm run pictures` takes them. */
export const manualPictures: Readonly<Partial<Record<string, Record<Language, string>>>> = {
  students: { en: studentsEn, sw: studentsSw },
  staff: { en: staffEn, sw: staffSw },
  classes: { en: classesEn, sw: classesSw },
  attendance: { en: attendanceEn, sw: attendanceSw },
  schedule: { en: scheduleEn, sw: scheduleSw },
  assignments: { en: assignmentsEn, sw: assignmentsSw },
  grades: { en: gradesEn, sw: gradesSw },
  reports: { en: reportsEn, sw: reportsSw },
  finances: { en: financesEn, sw: financesSw },
  'finances-payments': { en: financesPaymentsEn, sw: financesPaymentsSw },
  'finances-fees': { en: financesFeesEn, sw: financesFeesSw },
  'cms-pages': { en: cmsPagesEn, sw: cmsPagesSw },
  'store-orders': { en: storeOrdersEn, sw: storeOrdersSw },
};
