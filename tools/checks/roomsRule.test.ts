import { describe, expect, it } from 'vitest';
import { importProblem } from './roomsRule.ts';

describe('import rules between rooms', () => {
  it.each([
    ['mfe-store/src/App.tsx', 'react'],
    ['mfe-store/src/App.tsx', '@masomo/data/store/catalogue'],
    ['mfe-store/src/cart/CartPanel.tsx', './cart.ts'],
    ['mfe-store/src/cart/cart.test.ts', '@masomo/testing'],
    ['mfe-dashboard/src/people/staff/StaffPage.tsx', '../../shared/FormDialog.tsx'],
    ['mfe-dashboard/src/people/records/RecordsPage.tsx', '../shared/RecordDialog.tsx'],
    ['shared/domain/src/orders.ts', 'zod'],
    ['deploy/local/src/postgres/start.ts', 'node:fs/promises'],
  ])('%s may import %s', (file, specifier) => expect(importProblem(file, specifier)).toBeNull());

  it.each([
    ['mfe-store/src/App.tsx', '@masomo/mfe-cms'],
    ['mfe-store/src/App.tsx', '@masomo/shell'],
    ['mfe-store/src/App.tsx', '../../mfe-cms/src/App.tsx'],
    ['mfe-store/src/App.tsx', '@chakra-ui/react'],
    ['mfe-store/src/App.tsx', '@emotion/react'],
    ['mfe-store/src/App.tsx', 'swr'],
    ['mfe-store/src/App.tsx', 'react-router-dom'],
    ['mfe-store/src/App.tsx', '@supabase/supabase-js'],
    ['mfe-store/src/App.tsx', 'single-spa'],
    ['mfe-store/src/cart/CartPanel.tsx', '../checkout/CheckoutDialog.tsx'],
    ['mfe-dashboard/src/people/records/RecordsPage.tsx', '../students/StudentDialog.tsx'],
    ['mfe-dashboard/src/people/records/RecordsPage.tsx', '../../messages/shared/AudienceField.tsx'],
    ['shared/domain/src/orders.ts', 'react'],
    ['shared/domain/src/orders.ts', '@masomo/data'],
    ['shell/src/router.tsx', '@masomo/mfe-store'],
  ])('%s may not import %s', (file, specifier) => expect(importProblem(file, specifier)).not.toBeNull());
});
