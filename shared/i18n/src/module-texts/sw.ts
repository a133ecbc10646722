import type { Catalogue } from '@masomo/i18n';

/** Each build of the shell puts the translations of modules here (`tools/build/messages/catalogueLoader.ts`). */
const catalogue: Catalogue = {};
export default catalogue;
