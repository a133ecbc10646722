import type { ReactElement } from 'react';
import { CampusesCard } from '../../../campus/school/CampusesCard.tsx';
import { SchoolForm } from '../../../campus/school/SchoolForm.tsx';
import { SubjectsCard } from '../../../campus/school/SubjectsCard.tsx';
import { TermDialog } from '../../../campus/school/TermDialog.tsx';
import { AssignmentDialog } from '../../../learning/assignments/AssignmentDialog.tsx';
import { ClassDialog } from '../../../learning/classes/ClassDialog.tsx';
import { LessonDialog } from '../../../learning/classes/LessonDialog.tsx';
import { AnnouncementDialog } from '../../../messages/announcements/AnnouncementDialog.tsx';
import { ChangeDocumentDialog } from '../../../messages/documents/DocumentDialog.tsx';
import { RecordDialog } from '../../../people/shared/RecordDialog.tsx';
import { StaffDialog } from '../../../people/staff/StaffDialog.tsx';
import { GuardianDialog } from '../../../people/students/GuardianDialog.tsx';
import { StudentDialog } from '../../../people/students/StudentDialog.tsx';
import { SchoolDialog } from '../../../platform/schools/SchoolDialog.tsx';

export const read = { id: 'r1', updatedAt: '2026-03-01T08:00:00.000001+00:00' };
export const later = '2026-03-01T09:00:00.000001+00:00';
const onClose = () => undefined;
const person = { first_name: 'Amani', last_name: 'Otieno', updated_at: read.updatedAt };
export const guardian = {
  ...person,
  id: 'r1',
  phone: '0700000001',
  email: 'a@example.com',
  relationship: 'Aunt',
  is_primary: false,
  has_account: false,
};
export const profile = {
  ...person,
  id: 'r1',
  admission_number: 'GA/1',
  gender: null,
  date_of_birth: null,
  class_id: null,
  class_name: null,
  status: 'active' as const,
  admitted_on: '2026-01-05',
  guardians: [guardian],
  enrolments: [],
  attendance: {},
  absences: [],
  results: [],
  fees: null,
};
const schoolClass = { ...read, name: 'Form 1', level: 'Form 1', room: 'R1', teacherId: '', campusId: '' };
export const school = {
  ...read,
  name: 'Greenfield',
  kind: 'secondary' as const,
  email: '',
  phone: '',
  city: '',
  county: '',
  address: '',
  motto: 'Onward',
  version: 'saas' as const,
  timeZone: 'Africa/Nairobi',
  isActive: true,
};
const announcement = {
  ...read,
  title: 'Sports day',
  body: 'On Friday',
  author: 'Head',
  authorId: null,
  classId: null,
  className: '',
  audience: ['parent' as const],
  publishedAt: '2026-02-01T08:00:00Z',
};
const assignment = {
  ...read,
  title: 'Leaves',
  instructions: '',
  classId: 'c1',
  className: 'Form 1',
  subject: 'Biology',
  dueOn: '2026-03-09',
  maxScore: 20,
  isDraft: false,
  isClosed: false,
  teacherId: null,
  attachments: [],
};
const staff = {
  ...read,
  staffNumber: 'S1',
  name: 'Amani Otieno',
  firstName: 'Amani',
  lastName: 'Otieno',
  employedOn: '2026-01-05',
  hasAccount: false,
  jobTitle: 'Bursar',
  department: '',
  email: '',
  phone: '',
  isActive: true,
};
const record = {
  ...read,
  studentId: 's1',
  student: 'Amani',
  isArchived: false,
  kind: 'merit' as const,
  summary: 'Helped',
  details: '',
  happenedOn: '2026-02-02',
  visibleTo: 'family' as const,
};
const document = {
  ...read,
  title: 'Fees',
  filePath: 'h1/fees.pdf',
  size: 1,
  type: 'application/pdf',
  audience: ['parent' as const],
  student: '',
  uploadedBy: null,
  createdAt: '2026-01-05T08:00:00Z',
};
const classProfile = {
  id: 'c1',
  updated_at: read.updatedAt,
  name: 'Form 1',
  level: 'Form 1',
  room: 'R1',
  is_active: true,
  class_teacher_id: null,
  class_teacher: null,
  campus_id: null,
  campus: null,
  attendance: null,
  students: { all: 0, girls: 0, boys: 0 },
  subjects: [{ id: 'b1', name: 'Biology', teacher_id: null, teacher: null }],
  lessons: [],
};

export type Kind = {
  screen: ReactElement;
  /** The write that is refused. */ path: string;
  /** Where the record is stored, if a function writes it. */ table?: string;
  label: RegExp;
  column: string;
  /** The rest of what is stored. */ stored: Record<string, unknown>;
  opens?: RegExp;
};

/** The form of each kind of record that two people may edit at once. */
export const kinds: Record<string, Kind> = {
  student: {
    screen: <StudentDialog student={profile} onClose={onClose} />,
    path: 'rpc/save_student',
    table: 'students',
    label: /^First name/,
    column: 'first_name',
    stored: profile,
  },
  guardian: {
    screen: <GuardianDialog studentId="s1" guardian={guardian} isFirst onClose={onClose} />,
    path: 'rpc/save_guardian',
    table: 'guardians',
    label: /^First name/,
    column: 'first_name',
    stored: guardian,
  },
  'staff member': {
    screen: <StaffDialog person={staff} onClose={onClose} />,
    path: 'rpc/save_staff_member',
    table: 'staff_members',
    label: /^Department/,
    column: 'department',
    stored: { ...person, staff_number: 'S1', job_title: 'Bursar', employed_on: '2026-01-05', email: null, phone: null },
  },
  class: {
    screen: <ClassDialog schoolId="h1" schoolClass={schoolClass} onClose={onClose} />,
    path: 'rpc/save_class',
    table: 'classes',
    label: /^Room/,
    column: 'room',
    stored: { name: 'Form 1', level: 'Form 1', class_teacher_id: null, campus_id: null },
  },
  term: {
    screen: <TermDialog term={{ ...read, name: 'Term 1', startsOn: '2026-01-05', endsOn: '2026-04-03' }} onClose={onClose} />,
    path: 'rpc/save_term',
    table: 'school_terms',
    label: /^Name/,
    column: 'name',
    stored: { starts_on: '2026-01-05', ends_on: '2026-04-03' },
  },
  subject: {
    screen: <SubjectsCard schoolId="h1" />,
    path: 'rpc/save_subject',
    table: 'subjects',
    label: /^Code/,
    column: 'code',
    stored: { name: 'Biology' },
    opens: /^Edit/,
  },
  campus: {
    screen: <CampusesCard schoolId="h1" />,
    path: 'rpc/save_campus',
    table: 'campuses',
    label: /^Address/,
    column: 'address',
    stored: { name: 'Annexe', phone: null },
    opens: /^Edit/,
  },
  lesson: {
    screen: <LessonDialog schoolClass={classProfile} schoolId="h1" lessonId="r1" onClose={onClose} />,
    path: 'lessons',
    label: /^Room/,
    column: 'room',
    stored: { subject_id: 'b1', teacher_id: null, weekday: 1, starts_at: '08:00:00', ends_at: '08:40:00' },
  },
  assignment: {
    screen: <AssignmentDialog assignment={assignment} onClose={onClose} />,
    path: 'assignments',
    label: /^Title/,
    column: 'title',
    stored: { instructions: null, due_on: '2026-03-09', max_score: 20 },
  },
  announcement: {
    screen: <AnnouncementDialog schoolId="h1" announcement={announcement} onClose={onClose} />,
    path: 'announcements',
    label: /^Announcement/,
    column: 'body',
    stored: { title: 'Sports day', class_id: null, audience: ['parent'], published_at: announcement.publishedAt },
  },
  note: {
    screen: <RecordDialog schoolId="h1" record={record} onClose={onClose} />,
    path: 'student_records',
    label: /^Summary/,
    column: 'summary',
    stored: { kind: 'merit', details: null, happened_on: '2026-02-02', visible_to: 'family' },
  },
  document: {
    screen: <ChangeDocumentDialog document={document} onClose={onClose} />,
    path: 'documents',
    label: /^Title/,
    column: 'title',
    stored: { audience: ['parent'] },
  },
  school: {
    screen: <SchoolForm school={school} />,
    path: 'schools',
    label: /^Motto/,
    column: 'motto',
    stored: { email: null, phone: null, city: null, county: null, address: null, time_zone: 'Africa/Nairobi' },
  },
  'school, by the platform': {
    screen: <SchoolDialog school={school} onClose={onClose} />,
    path: 'schools',
    label: /^Motto/,
    column: 'motto',
    stored: { name: 'Greenfield', kind: 'secondary', email: null, phone: null, city: null, address: null },
  },
};
