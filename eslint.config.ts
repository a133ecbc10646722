import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { roomsRule } from './tools/checks/roomsRule.ts';
import { sharedCodeRules } from './tools/checks/sharedCodeRules.ts';
import { textsAreMessages } from './tools/checks/textsAreMessages.ts';

/** Everything of modules and add-ons. */
const modules = '{modules,addons}/*/**';
const tests = ['**/*.test.{ts,tsx}', '**/__tests__/**'];

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '.data/', '**/*.types.ts', '**/test-results/', '**/playwright-report/'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { masomo: { rules: { rooms: roomsRule, 'texts-are-messages': textsAreMessages, ...sharedCodeRules } } },
    rules: {
      'masomo/rooms': 'error',
      'masomo/formats-in-domain': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { prefer: 'type-imports', fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' }],
      // Modules add members to interfaces of the core.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }],
      '@typescript-eslint/ban-ts-comment': 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 300 }],
    },
  },
  {
    files: ['{shell,mfe-*,modules,addons,shared}/**/*.{ts,tsx}'],
    ignores: ['{modules,addons}/*/schema/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'masomo/effects-return-nothing-by-accident': 'error',
    },
  },
  { files: ['shared/domain/src/{time,number,money}.ts'], rules: { 'masomo/formats-in-domain': 'off' } },
  {
    files: ['{shell,mfe-*,shared/design-system}/src/**/*.tsx', `${modules}/*.tsx`],
    ignores: tests,
    rules: { 'masomo/classified-error-texts': 'error', 'masomo/permissions-not-roles': 'error' },
  },
  {
    files: ['{shell,mfe-*,shared/*}/src/**/*.tsx', 'mfe-*/src/**/*.ts', `${modules}/*.{ts,tsx}`],
    // What a schema declares beside its SQL is for tests.
    ignores: [...tests, '{modules,addons}/*/schema/**'],
    rules: { 'masomo/texts-are-messages': 'error', 'masomo/outcomes-of-commands': 'error' },
  },
  {
    files: ['{shell,mfe-*}/src/**/*.{ts,tsx}', `${modules}/*.{ts,tsx}`],
    // These load or cache files of releases, run before any module, or hold the queries of one.
    ignores: [
      ...tests,
      '{modules,addons}/*/{data,schema}/**',
      'shell/src/{offline,preload,remotes}/**',
      'shell/src/serviceWorker.ts',
      'shell/src/start/{sendForms,startPage}.inline.ts',
    ],
    rules: { 'masomo/backend-calls-in-shared': 'error' },
  },
  {
    files: ['{shell,mfe-*,shared/*}/src/**/*.{ts,tsx}', `${modules}/*.{ts,tsx}`],
    ignores: [...tests, 'shared/domain/src/{secureContext,tabLock}.ts'],
    rules: { 'masomo/secure-context-in-domain': 'error' },
  },
  {
    files: ['{shell,mfe-*,shared/remote}/src/**/*.{ts,tsx}', `${modules}/*.{ts,tsx}`],
    ignores: tests,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@masomo/design-system/overlays',
              importNames: ['toaster'],
              message: 'Import it from @masomo/design-system: nobody may be there yet to show what is only put into the queue.',
            },
          ],
        },
      ],
    },
  },
  { files: ['**/*.test.{ts,tsx}', 'e2e/**'], rules: { 'max-lines': ['error', { max: 400 }] } },
  { files: ['{tools,bench}/**', 'deploy/**/cli/**', 'deploy/**/commands/**'], rules: { 'no-console': 'off' } },
);
