import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { roomsRule } from './tools/checks/roomsRule.ts';

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '.data/', '**/*.types.ts', '**/test-results/', '**/playwright-report/'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { masomo: { rules: { rooms: roomsRule } } },
    rules: {
      'masomo/rooms': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { prefer: 'type-imports', fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' }],
      '@typescript-eslint/ban-ts-comment': 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 300 }],
    },
  },
  {
    files: ['{shell,mfe-*,shared}/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  { files: ['**/*.test.{ts,tsx}', 'e2e/**'], rules: { 'max-lines': ['error', { max: 400 }] } },
  { files: ['tools/**', 'deploy/**/cli/**', 'deploy/**/commands/**'], rules: { 'no-console': 'off' } },
);
