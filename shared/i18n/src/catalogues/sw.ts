import type { Catalogue } from '@masomo/i18n';

/** Each build puts the translations of its app here (`tools/build/messages/catalogueLoader.ts`). */
const catalogue: Catalogue = {};
export default catalogue;
