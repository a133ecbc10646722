import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';

/** A configuration for component tests. */
export const testConfig: RuntimeConfig = {
  supabaseUrl: '',
  publishableKey: 'sb_publishable_test',
  brand: { name: 'Masomo' },
  widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' },
  local: true,
};
