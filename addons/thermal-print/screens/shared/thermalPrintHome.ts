import { moduleHome } from '@masomo/remote/useModule';

/** The feature that a school has the add-on with. */
export const thermalPrintFeature = 'addon:thermal-print';
export const thermalPrintHome = moduleHome(thermalPrintFeature);
