import { t } from '@lingui/core/macro';
import { translatable } from '@masomo/domain/translatable';
import { studentTitles } from '@masomo/domain/studentTitles';
import { defineImport } from '@masomo/remote/imports/importKind';
import { inParts } from './personFields.ts';

/** People who work at the school. */
export const staffImport = defineImport({
  kind: 'staff',
  fields: [
    {
      name: 'staff_number',
      label: translatable('Staff number'),
      isRequired: true,
      example: 'T/014',
      known: ['staff no', 'number', 'payroll no', 'payroll number', 'tsc no', 'tsc number', 'nambari ya mfanyakazi'],
    },
    { name: 'first_name', label: translatable('First name'), example: 'Grace', known: studentTitles.first_name },
    { name: 'last_name', label: translatable('Last name'), example: 'Wafula', known: studentTitles.last_name },
    { name: 'name', label: translatable('Full name'), known: ['name', 'names', 'staff', 'teacher', 'employee', 'jina', 'jina kamili'] },
    {
      name: 'job_title',
      label: translatable('Job title'),
      isRequired: true,
      example: 'Teacher',
      known: ['job', 'title', 'position', 'designation', 'role', 'kazi', 'cheo'],
    },
    { name: 'department', label: translatable('Department'), example: 'Science', known: ['section', 'idara'] },
    { name: 'email', label: translatable('Email'), example: 'grace@school.example', known: ['email address', 'barua pepe'] },
    { name: 'phone', label: translatable('Phone'), example: '0712 345 678', known: ['phone number', 'mobile', 'contact', 'simu'] },
    {
      name: 'employed_on',
      label: translatable('Employed on'),
      isDate: true,
      example: '05/01/2026',
      known: ['employed', 'date employed', 'date of employment', 'joined', 'start date', 'aliajiriwa tarehe'],
    },
  ],
  oneOf: [{ fields: ['name', 'first_name'], label: t`Full name or First name` }],
  cellsOf: inParts,
  invalidates: ['staff'],
});
